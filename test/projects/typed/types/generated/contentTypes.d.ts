/* eslint-disable */
// Written by `quire types`. Change the schema files instead.

import type { Schema, Struct } from 'quire-cms/types';

export interface ApiArticleArticle extends Struct.CollectionTypeSchema {
  collectionName: 'articles';
  info: {
    singularName: 'article';
    pluralName: 'articles';
    displayName: 'Article';
    description: 'It\'s "news"';
  };
  options: {
    draftAndPublish: true;
  };
  pluginOptions: {
    i18n: {
      localized: true;
    };
  };
  attributes: {
    title: Schema.Attribute.String & Schema.Attribute.Required;
    slug: Schema.Attribute.UID<'title'>;
    body: Schema.Attribute.RichText & Schema.Attribute.DefaultTo<string>;
    stage: Schema.Attribute.Enumeration<
      ['idea', 'written', 'corrected', 'approved', 'archived', 'discarded']
    > &
      Schema.Attribute.Required &
      Schema.Attribute.DefaultTo<'idea'>;
    rating: Schema.Attribute.Integer & Schema.Attribute.DefaultTo<0>;
    views: Schema.Attribute.BigInteger;
    extra: Schema.Attribute.JSON;
    blocks: Schema.Attribute.Blocks;
    notes: Schema.Attribute.Text & Schema.Attribute.Private;
    author: Schema.Attribute.Relation<'manyToOne', 'api::author.author'>;
    categories: Schema.Attribute.Relation<
      'manyToMany',
      'api::category.category'
    >;
    cover: Schema.Attribute.Media<'images'>;
    pictures: Schema.Attribute.Media<
      'images' | 'files' | 'videos' | 'audios',
      true
    >;
    seo: Schema.Attribute.Component<'shared.seo'>;
    links: Schema.Attribute.Component<'shared.link', true>;
    sections: Schema.Attribute.DynamicZone<['shared.quote', 'shared.link']>;
    createdAt: Schema.Attribute.DateTime;
    updatedAt: Schema.Attribute.DateTime;
    publishedAt: Schema.Attribute.DateTime;
    locale: Schema.Attribute.String;
    localizations: Schema.Attribute.Relation<
      'oneToMany',
      'api::article.article'
    >;
  };
}

export interface ApiAuthorAuthor extends Struct.CollectionTypeSchema {
  collectionName: 'authors';
  info: {
    singularName: 'author';
    pluralName: 'authors';
    displayName: 'Author';
  };
  options: {
    draftAndPublish: false;
  };
  attributes: {
    name: Schema.Attribute.String & Schema.Attribute.Required;
    email: Schema.Attribute.Email & Schema.Attribute.Private;
    born: Schema.Attribute.Date;
    articles: Schema.Attribute.Relation<'oneToMany', 'api::article.article'>;
    portrait: Schema.Attribute.Media<'images' | 'videos' | 'files' | 'audios'>;
    createdAt: Schema.Attribute.DateTime;
    updatedAt: Schema.Attribute.DateTime;
    publishedAt: Schema.Attribute.DateTime;
  };
}

export interface ApiCategoryCategory extends Struct.CollectionTypeSchema {
  collectionName: 'categories';
  info: {
    singularName: 'category';
    pluralName: 'categories';
    displayName: 'Category';
  };
  options: {
    draftAndPublish: false;
  };
  attributes: {
    name: Schema.Attribute.String & Schema.Attribute.Required;
    createdAt: Schema.Attribute.DateTime;
    updatedAt: Schema.Attribute.DateTime;
    publishedAt: Schema.Attribute.DateTime;
  };
}

export interface ApiHomepageHomepage extends Struct.SingleTypeSchema {
  collectionName: 'homepages';
  info: {
    singularName: 'homepage';
    pluralName: 'homepages';
    displayName: 'Homepage';
  };
  options: {
    draftAndPublish: true;
  };
  attributes: {
    headline: Schema.Attribute.String & Schema.Attribute.Required;
    featured: Schema.Attribute.Relation<'oneToOne', 'api::article.article'>;
    teasers: Schema.Attribute.DynamicZone<[]>;
    createdAt: Schema.Attribute.DateTime;
    updatedAt: Schema.Attribute.DateTime;
    publishedAt: Schema.Attribute.DateTime;
  };
}

export interface PluginI18nLocale extends Struct.CollectionTypeSchema {
  collectionName: 'i18n_locales';
  info: {
    singularName: 'locale';
    pluralName: 'locales';
    displayName: 'Locale';
  };
  options: {
    draftAndPublish: false;
  };
  attributes: {
    name: Schema.Attribute.String & Schema.Attribute.Required;
    code: Schema.Attribute.String & Schema.Attribute.Required;
    defaultSince: Schema.Attribute.DateTime & Schema.Attribute.Private;
    createdAt: Schema.Attribute.DateTime;
    updatedAt: Schema.Attribute.DateTime;
    publishedAt: Schema.Attribute.DateTime;
  };
}

export interface PluginUploadFile extends Struct.CollectionTypeSchema {
  collectionName: 'files';
  info: {
    singularName: 'file';
    pluralName: 'files';
    displayName: 'File';
  };
  options: {
    draftAndPublish: false;
  };
  attributes: {
    name: Schema.Attribute.String & Schema.Attribute.Required;
    alternativeText: Schema.Attribute.Text;
    caption: Schema.Attribute.Text;
    focalPoint: Schema.Attribute.JSON;
    width: Schema.Attribute.Integer;
    height: Schema.Attribute.Integer;
    formats: Schema.Attribute.JSON;
    hash: Schema.Attribute.String & Schema.Attribute.Required;
    ext: Schema.Attribute.String;
    mime: Schema.Attribute.String & Schema.Attribute.Required;
    size: Schema.Attribute.Decimal & Schema.Attribute.Required;
    url: Schema.Attribute.Text & Schema.Attribute.Required;
    previewUrl: Schema.Attribute.Text;
    provider: Schema.Attribute.String & Schema.Attribute.Required;
    provider_metadata: Schema.Attribute.JSON;
    uploader: Schema.Attribute.String & Schema.Attribute.Private;
    folder: Schema.Attribute.Relation<'manyToOne', 'plugin::upload.folder'> &
      Schema.Attribute.Private;
    createdAt: Schema.Attribute.DateTime;
    updatedAt: Schema.Attribute.DateTime;
    publishedAt: Schema.Attribute.DateTime;
  };
}

export interface PluginUploadFolder extends Struct.CollectionTypeSchema {
  collectionName: 'upload_folders';
  info: {
    singularName: 'folder';
    pluralName: 'folders';
    displayName: 'Folder';
  };
  options: {
    draftAndPublish: false;
  };
  attributes: {
    name: Schema.Attribute.String & Schema.Attribute.Required;
    place: Schema.Attribute.String & Schema.Attribute.Private;
    parent: Schema.Attribute.Relation<'manyToOne', 'plugin::upload.folder'> &
      Schema.Attribute.Private;
    createdAt: Schema.Attribute.DateTime;
    updatedAt: Schema.Attribute.DateTime;
    publishedAt: Schema.Attribute.DateTime;
  };
}

export interface PluginUsersPermissionsRole
  extends Struct.CollectionTypeSchema {
  collectionName: 'up_roles';
  info: {
    singularName: 'role';
    pluralName: 'roles';
    displayName: 'Role';
  };
  options: {
    draftAndPublish: false;
  };
  attributes: {
    name: Schema.Attribute.String & Schema.Attribute.Required;
    description: Schema.Attribute.String;
    type: Schema.Attribute.String;
    users: Schema.Attribute.Relation<
      'oneToMany',
      'plugin::users-permissions.user'
    >;
    createdAt: Schema.Attribute.DateTime;
    updatedAt: Schema.Attribute.DateTime;
    publishedAt: Schema.Attribute.DateTime;
  };
}

export interface PluginUsersPermissionsUser
  extends Struct.CollectionTypeSchema {
  collectionName: 'up_users';
  info: {
    singularName: 'user';
    pluralName: 'users';
    displayName: 'User';
  };
  options: {
    draftAndPublish: false;
  };
  attributes: {
    username: Schema.Attribute.String & Schema.Attribute.Required;
    email: Schema.Attribute.Email & Schema.Attribute.Required;
    provider: Schema.Attribute.String & Schema.Attribute.DefaultTo<'local'>;
    password: Schema.Attribute.Password & Schema.Attribute.Private;
    resetPasswordToken: Schema.Attribute.String & Schema.Attribute.Private;
    confirmationToken: Schema.Attribute.String & Schema.Attribute.Private;
    confirmed: Schema.Attribute.Boolean & Schema.Attribute.DefaultTo<false>;
    blocked: Schema.Attribute.Boolean & Schema.Attribute.DefaultTo<false>;
    role: Schema.Attribute.Relation<
      'manyToOne',
      'plugin::users-permissions.role'
    >;
    createdAt: Schema.Attribute.DateTime;
    updatedAt: Schema.Attribute.DateTime;
    publishedAt: Schema.Attribute.DateTime;
  };
}

export interface ContentTypes {
  'api::article.article': ApiArticleArticle;
  'api::author.author': ApiAuthorAuthor;
  'api::category.category': ApiCategoryCategory;
  'api::homepage.homepage': ApiHomepageHomepage;
  'plugin::i18n.locale': PluginI18nLocale;
  'plugin::upload.file': PluginUploadFile;
  'plugin::upload.folder': PluginUploadFolder;
  'plugin::users-permissions.role': PluginUsersPermissionsRole;
  'plugin::users-permissions.user': PluginUsersPermissionsUser;
}

declare module 'quire-cms/types' {
  export namespace Public {
    export interface ContentTypeSchemas extends ContentTypes {}
  }
}
