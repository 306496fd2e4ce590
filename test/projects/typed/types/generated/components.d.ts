/* eslint-disable */
// Written by `quire types`. Change the schema files instead.

import type { Schema, Struct } from 'quire-cms/types';

export interface SharedLink extends Struct.ComponentSchema {
  info: {
    displayName: 'Link';
  };
  attributes: {
    label: Schema.Attribute.String & Schema.Attribute.Required;
    address: Schema.Attribute.String;
  };
}

export interface SharedQuote extends Struct.ComponentSchema {
  info: {
    displayName: 'Quote';
  };
  attributes: {
    text: Schema.Attribute.Text & Schema.Attribute.Required;
    by: Schema.Attribute.Relation<'oneToOne', 'api::author.author'>;
  };
}

export interface SharedSeo extends Struct.ComponentSchema {
  info: {
    displayName: 'Seo';
  };
  attributes: {
    title: Schema.Attribute.String & Schema.Attribute.Required;
    picture: Schema.Attribute.Media<'images' | 'videos' | 'files' | 'audios'>;
  };
}

export interface Components {
  'shared.link': SharedLink;
  'shared.quote': SharedQuote;
  'shared.seo': SharedSeo;
}

declare module 'quire-cms/types' {
  export namespace Public {
    export interface ComponentSchemas extends Components {}
  }
}
