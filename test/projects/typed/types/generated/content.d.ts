/* eslint-disable */
// Written by `quire types`. Change the schema files instead.

import type { Components } from './components.js';
import type { ContentTypes } from './contentTypes.js';

/** All content, for `createClient<Content>()` of quire-cms/client. */
export interface Content {
  contentTypes: ContentTypes;
  components: Components;
}
