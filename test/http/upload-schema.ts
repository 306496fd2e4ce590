import type { SchemaSources } from '../../src/domain/schema/schema-source.js';

type Attributes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const contentType = (name: string, attributes: Attributes, options: object = {}, rest: object = {}) => ({
  uid: `api::${name}.${name}`,
  file: `src/api/${name}/content-types/${name}/schema.json`,
  definition: {
    kind: 'collectionType',
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options,
    attributes,
    ...rest,
  },
});

/** Content-types with media attributes of every kind. */
export const mediaSources: SchemaSources = {
  contentTypes: [
    contentType('place', {
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
      { title: { type: 'string' }, picture: { type: 'media', multiple: false } },
      { draftAndPublish: true },
    ),
    contentType('front', { picture: { type: 'media', multiple: false } }, {}, { kind: 'singleType' }),
  ],
  components: [
    {
      uid: 'shared.seo',
      file: 'src/components/shared/seo.json',
      definition: {
        info: { displayName: 'Seo' },
        attributes: { pictures: { type: 'media', multiple: true, allowedTypes: ['images'] } },
      },
    },
  ],
};
