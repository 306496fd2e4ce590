import type { Layer } from '../../../../domain/query/query.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { isStored } from '../layout.js';
import { columnName } from '../names.js';
import { literal, type Parameters } from '../statement.js';
import type { Part } from './part.js';

/** What the parts that write versions of one document share. */
export class VersionWriting {
  constructor(
    readonly parameters: Parameters,
    readonly type: ContentType,
    readonly table: string,
    /** The placeholder. */
    readonly documentId: string,
    /** What must hold for anything to be written. */
    readonly guarded: readonly string[],
  ) {}

  /** The column of an attribute, if it has one. */
  columnsOf(name: string): readonly string[] {
    const attribute = this.type.attributes.get(name);
    return attribute !== undefined && isStored(attribute) ? [columnName(attribute)] : [];
  }
}

/** Gives the rows that it wrote. */
export interface VersionPart extends Part {
  /** Which one that is; null where it may be several. */
  readonly version: VersionName | null;
  /** Whether writing none means that the document is not there. */
  readonly decides: boolean;
}

export interface VersionName {
  readonly layer: Layer;
  readonly locale: string;
}

/** That the row under `alias` is this version of the document. */
export const versionIs = (
  { parameters, documentId }: VersionWriting,
  alias: string,
  { layer, locale }: VersionName,
): readonly string[] => [
  `${alias}.document_id = ${documentId}`,
  `${alias}.locale = ${parameters.add(locale, 'text')}`,
  `${alias}.status = ${literal(layer)}`,
];
