import type { SchemaSources } from '../../src/domain/schema/schema-source.js';
import { component, contentType, drafts } from '../schema-builders.js';

/** Content-types with media attributes of every kind. */
export const mediaSources: SchemaSources = {
  contentTypes: [
    contentType('place', 'places', {
      Name: { type: 'string' },
      Cover: { type: 'media', multiple: false, allowedTypes: ['images'] },
      Gallery: { type: 'media', multiple: true },
      Secret: { type: 'media', multiple: false, private: true },
      Sounds: { type: 'media', multiple: true, allowedTypes: ['audios', 'files'] },
      seo: { type: 'component', component: 'shared.seo' },
      sections: { type: 'dynamiczone', components: ['shared.seo'] },
    }),
    contentType(
      'story',
      'storys',
      { title: { type: 'string' }, picture: { type: 'media', multiple: false } },
      drafts,
    ),
    contentType('front', 'fronts', { picture: { type: 'media', multiple: false } }, { kind: 'singleType' }),
  ],
  components: [
    component('shared.seo', { pictures: { type: 'media', multiple: true, allowedTypes: ['images'] } }),
  ],
};
