export const categories = [
  'Bakery',
  'Barbecue',
  'Breakfast',
  'Curry house',
  'Dumplings',
  'Fish',
  'Grill',
  'Ice cream',
  'Meze',
  'Noodles',
  'Pizza',
  'Tapas',
  'Vegan',
  'Wine bar',
];

export const givenNames = [
  'Ada',
  'Bruno',
  'Chiara',
  'Dilnoza',
  'Emeka',
  'Freya',
  'Giorgos',
  'Hana',
  'Ines',
  'Jamal',
  'Katarzyna',
  'Liu Wei',
  'María',
  'Nils',
  'Oluchi',
  'Priya',
  'Quentin',
  'Rūta',
  'Søren',
  'Thị Hoa',
  '山田',
  'Ольга',
  'Νίκος',
  'ليلى',
];

export const familyNames = [
  'Abate',
  'Bergström',
  'Castellanos',
  'Dvořák',
  'Eriksen',
  'Fontaine',
  'Grünwald',
  'Horvat',
  'Ionescu',
  'Jansen',
  'Kowalczyk',
  'Lindqvist',
  'Moreau',
  'Nakamura',
  'Okafor',
  'Papadakis',
  'Quispe',
  'Rossi',
  'Şahin',
  'Tanaka',
];

/** Words of restaurants' names, each also as in a slug. */
export const places = [
  ['Harbour', 'harbour'],
  ['Mill', 'mill'],
  ['Orchard', 'orchard'],
  ['Station', 'station'],
  ['Lighthouse', 'lighthouse'],
  ['Garden', 'garden'],
  ['Bridge', 'bridge'],
  ['Market', 'market'],
  ['Forge', 'forge'],
  ['Terrace', 'terrace'],
  ['Élysée', 'elysee'],
  ['Málaga', 'malaga'],
  ['Øresund', 'oresund'],
  ['Łódź', 'lodz'],
  ['Çınar', 'cinar'],
  ['さくら', 'sakura'],
  ['竹林', 'chikurin'],
  ['Берёзка', 'beryozka'],
  ['Ελιά', 'elia'],
  ['زيتون', 'zaytoun'],
  ['मसाला', 'masala'],
  ['한강', 'hangang'],
  ['תאנה', 'teena'],
  ['ลานบัว', 'lan-bua'],
];

export const manners = [
  ['Old', 'old'],
  ['Little', 'little'],
  ['Blue', 'blue'],
  ['Golden', 'golden'],
  ['Quiet', 'quiet'],
  ['Red', 'red'],
  ['Three', 'three'],
  ['Copper', 'copper'],
  ['Salt &', 'salt'],
  ['Café', 'cafe'],
];

export const dishManners = [
  'Smoked',
  'Braised',
  'Grilled',
  'Pickled',
  'Roasted',
  'Steamed',
  'Spiced',
  'Cold',
  'Crispy',
];

export const dishes = [
  'aubergine',
  'carp',
  'chickpeas',
  'duck',
  'fennel',
  'lamb',
  'leeks',
  'mackerel',
  'mushrooms',
  'oysters',
  'pumpkin',
  'tofu',
  'trout',
  'うどん',
  'борщ',
  'μουσακάς',
  'كبة',
  '비빔밥',
];

export const veganDishes = new Set([
  'aubergine',
  'chickpeas',
  'fennel',
  'leeks',
  'mushrooms',
  'pumpkin',
  'tofu',
]);

export const sides = [
  'with herbs',
  'on toast',
  'with lemon',
  'in broth',
  'with rice',
  'of the day',
  'for two',
];

export const tags = ['sea', 'family', 'late', 'music', 'view', 'terrace', 'cash only', 'dogs', 'wheelchair'];

export const praise = [
  'We came for a coffee and stayed until dark.',
  'The soup alone is worth the walk.',
  'Slow service, patient cooks, full plates.',
  'Ask for the table by the window.',
  'Too loud for me, but the bread is perfect.',
  'とても美味しかったです。',
  'Очень вкусно, вернёмся ещё!',
  'Fair prices; the menu changes with the weather.',
];

export const articleTitles = [
  'Where the bakers eat',
  'Seven soups for rain',
  'A harbour in spring',
  'The last smokehouse',
  'Bread, again',
  'Eating alone, well',
  'What the market had',
  'Under the bridge',
];

export const menuTitles = { en: 'Menu of the season', fr: 'Menu de saison', de: 'Menü der Saison' };

export const courses = {
  en: ['To begin', 'From the fire', 'Something sweet'],
  fr: ['Pour commencer', 'Du feu', 'Une douceur'],
  de: ['Zum Anfang', 'Vom Feuer', 'Etwas Süßes'],
};

export const welcomes = {
  en: 'Places to eat',
  fr: 'Où manger',
  de: 'Wo es schmeckt',
};
