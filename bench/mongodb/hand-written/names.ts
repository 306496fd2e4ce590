/**
 * The names of the collections. The hand-written server gets them from its environment, because they are those that
 * Quire made: both work on the same ones.
 */
export type Names = Readonly<
  Record<
    | 'restaurants'
    | 'categories'
    | 'dishes'
    | 'chefs'
    | 'guides'
    | 'stops'
    | 'posts'
    | 'topics'
    | 'notices'
    | 'restaurantCategories'
    | 'restaurantDishes'
    | 'restaurantOwner'
    | 'restaurantFlagship'
    | 'guideStops'
    | 'postTopics'
    | 'topicRelated',
    string
  >
>;
