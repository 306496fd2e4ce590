/**
 * The names of the collections. The hand-written server receives them through its environment, because both servers
 * use the collections that Quire has created.
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
