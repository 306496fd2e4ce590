import { localeType } from '../../../../domain/schema/built-in-uids.js';
import type { Db } from 'mongodb';
import type { Schema } from '../../../../domain/schema/schema.js';
import { collectionOf } from '../layout.js';

/** The locale that the database says is the default one; what the schema says where it does not. */
export async function currentDefaultLocale(db: Db, schema: Schema): Promise<string> {
  const type = schema.contentTypes.get(localeType);
  if (type === undefined) return schema.defaultLocale;
  const row = await db
    .collection<{ code: string }>(collectionOf(type))
    .findOne({ defaultSince: { $exists: true } }, { sort: { defaultSince: -1, _id: -1 } });
  return row?.code ?? schema.defaultLocale;
}
