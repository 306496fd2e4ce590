/** Where the frame shows who else is in the open entry. */
export const peopleId = 'people';
