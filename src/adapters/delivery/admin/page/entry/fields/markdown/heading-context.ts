import { createContext } from 'react';

/** Whether the headings of a Markdown text are those of the screen. */
export const HeadingContext = createContext(false);
