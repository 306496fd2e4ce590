import { failure } from '../../../domain/failure.js';
import { systemPrincipal } from '../../../domain/permission/permission.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import type {
  AskedHistory,
  ChangedAttribute,
  HistoryEntry,
  HistoryService,
  HistoryVersion,
  Restored,
} from '../../../application/history/history-service.js';
import type { Document } from '../../../application/ports/document-store.js';
import { AppError, valueOf } from '../app-error.js';
import { readAnswer, readDocumentId } from '../read-document-params.js';
import { onlyOne } from '../answered.js';

/** The history of the documents of one content-type for app code: without permission checks. */
export interface DocumentHistory {
  /** Returns entries, the latest first: 100, unless `limit` says otherwise. */
  history(
    params?: HistoryParams & { readonly start?: number; readonly limit?: number },
  ): Promise<readonly HistoryEntry[]>;
  /** Returns one entry with its content. */
  version(params: EntryParams): Promise<HistoryVersion>;
  /** Returns the attributes that differ between two entries. */
  compare(params: EntryParams & { readonly other: string }): Promise<readonly ChangedAttribute[]>;
  /** Gives the draft what an entry shows. */
  restore(
    params: EntryParams & { readonly fields?: unknown; readonly populate?: unknown },
  ): Promise<Omit<Restored, 'answer'> & { readonly document: Document }>;
}

/** `documentId` is absent for single types, `locale` for all locales. */
interface HistoryParams {
  readonly documentId?: string;
  readonly locale?: string;
}

type EntryParams = HistoryParams & { readonly entry: string };

export function createDocumentHistory(service: HistoryService, type: ContentType): DocumentHistory {
  const asked = (params: HistoryParams | undefined): AskedHistory => {
    const documentId = readDocumentId(type, params);
    const locale = params?.locale;
    return {
      type: type.uid,
      ...(documentId !== undefined && { documentId }),
      ...(locale !== undefined && { locale: textIn({ locale }, 'locale') }),
    };
  };
  return {
    history: async (params) => {
      const range = { offset: countIn(params, 'start', 0), limit: countIn(params, 'limit', 100) };
      return valueOf(await service.list(systemPrincipal, asked(params), range)).entries;
    },
    version: async (params) =>
      valueOf(await service.find(systemPrincipal, asked(params), textIn(params, 'entry'))),
    compare: async (params) => {
      const [entry, other] = [textIn(params, 'entry'), textIn(params, 'other')];
      return valueOf(await service.diff(systemPrincipal, asked(params), entry, other));
    },
    restore: async (params) => {
      const entry = textIn(params, 'entry');
      const { fields, populate } = params;
      const shown = readAnswer(type, {
        ...(fields !== undefined && { fields }),
        ...(populate !== undefined && { populate }),
      });
      const restored = await service.restore(systemPrincipal, asked(params), entry, shown);
      const { answer, ...told } = valueOf(restored);
      return { document: onlyOne(answer), ...told };
    },
  };
}

function textIn<Name extends string>(params: { readonly [key in Name]?: unknown }, name: Name): string {
  const text = (params as { readonly [key in Name]?: unknown } | undefined)?.[name];
  if (typeof text === 'string' && text !== '') return text;
  throw new AppError(failure('QUERY.INVALID', `${name} must be a text`, { key: name }));
}

function countIn<Name extends string>(
  params: { readonly [key in Name]?: unknown } | undefined,
  name: Name,
  otherwise: number,
): number {
  const count = params?.[name] ?? otherwise;
  if (Number.isSafeInteger(count) && (count as number) >= 0) return count as number;
  throw new AppError(failure('QUERY.INVALID', `${name} must be a whole number from 0 on`, { key: name }));
}
