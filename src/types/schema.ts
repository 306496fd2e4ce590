/**
 * Content-types, components and attributes as types, under the names of Strapi, so that files that Strapi has generated
 * work too. No value has these types at run time.
 */

interface Info {
  readonly displayName: string;
  readonly description?: string;
}

interface TypeInfo extends Info {
  readonly singularName: string;
  readonly pluralName: string;
}

export declare namespace Struct {
  interface ContentTypeSchema {
    readonly collectionName: string;
    readonly info: TypeInfo;
    readonly options?: object;
    readonly pluginOptions?: object;
    readonly attributes: object;
  }
  interface CollectionTypeSchema extends ContentTypeSchema {
    readonly kind: 'collectionType';
  }
  interface SingleTypeSchema extends ContentTypeSchema {
    readonly kind: 'singleType';
  }
  interface ComponentSchema {
    readonly collectionName?: string;
    readonly info: Info;
    readonly options?: object;
    readonly attributes: object;
  }
}

export declare namespace Schema {
  namespace Attribute {
    interface OfType<Type extends string> {
      readonly type: Type;
    }

    type BigInteger = OfType<'biginteger'>;
    type Blocks = OfType<'blocks'>;
    type Boolean = OfType<'boolean'>;
    type Date = OfType<'date'>;
    type DateTime = OfType<'datetime'>;
    type Decimal = OfType<'decimal'>;
    type Email = OfType<'email'>;
    type Float = OfType<'float'>;
    type Integer = OfType<'integer'>;
    type JSON = OfType<'json'>;
    type Password = OfType<'password'>;
    type RichText = OfType<'richtext'>;
    type String = OfType<'string'>;
    type Text = OfType<'text'>;
    type Time = OfType<'time'>;
    type Timestamp = OfType<'timestamp'>;
    type UID<Target = undefined> = OfType<'uid'> & { readonly targetField?: Target };
    type Enumeration<Values extends readonly string[]> = OfType<'enumeration'> & { readonly enum: Values };

    type Relation<Kind extends string, Target extends string = never> = OfType<'relation'> & {
      readonly relation: Kind;
      readonly target: Target;
    };
    type Media<Kinds = undefined, IsMultiple extends boolean = false> = OfType<'media'> & {
      readonly allowedTypes?: Kinds;
      readonly multiple: IsMultiple;
    };
    type Component<Uid extends string, IsRepeatable extends boolean = false> = OfType<'component'> & {
      readonly component: Uid;
      readonly repeatable: IsRepeatable;
    };
    type DynamicZone<Uids extends readonly string[]> = OfType<'dynamiczone'> & { readonly components: Uids };

    type Required = { readonly required: true };
    type Private = { readonly private: true };
    type Unique = { readonly unique: true };
    type Configurable = { readonly configurable: true };
    type DefaultTo<Value> = { readonly default: Value };
    type CustomField<Uid extends string, Options = object> = {
      readonly customField: Uid;
      readonly options?: Options;
    };
    type SetMinMax<Bounds, Of = number> = { readonly bounds?: Bounds; readonly bounded?: Of };
    type SetMinMaxLength<Bounds> = { readonly lengths?: Bounds };
    type SetPluginOptions<Options> = { readonly pluginOptions?: Options };
  }
}
