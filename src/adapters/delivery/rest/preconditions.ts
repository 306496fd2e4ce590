import { hash } from 'node:crypto';
import type { Request } from 'express';
import { isPlainObject } from '../../../domain/document/plain-object.js';
import type { Revision } from '../../../domain/document/revision.js';
import { failure } from '../../../domain/failure.js';
import type { Expected } from '../../../domain/query/mutation.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { timeOfTag } from '../codec/decode-expected.js';

/**
 * The entity tag of one document (RFC 9110, 8.8.3): the revision of its version, and a digest of the answer, which also
 * depends on what was asked for, on who asks, and on populated documents.
 */
export const entityTag = (revision: Revision, text: string): string =>
  `"${revision}.${hash('sha1', text, 'base64url').slice(0, 12)}"`;

/** Whether `If-None-Match` says that the client has the answer with this tag. */
export function isKnown({ headers }: Request, tag: string): boolean {
  const known = headers['if-none-match'];
  if (known === undefined) return false;
  return known.trim() === '*' || tagsOf(known)?.includes(tag.slice(1, -1)) === true;
}

/**
 * What a write expects of its document, by `If-Match`, by `If-None-Match: *`, or by `version` beside `data`; undefined:
 * nothing. A revision is enough: what follows its dot in an entity tag is about an answer, and proxies change it.
 */
export function expectedBy({ headers }: Request, body: unknown): Result<Expected | undefined> {
  const { 'if-match': match, 'if-none-match': none } = headers;
  const version = isPlainObject(body) ? body['version'] : undefined;
  const stated = [match, none, version].filter((each) => each !== undefined);
  if (stated.length > 1) return invalid('send only one of If-Match, If-None-Match and "version"');
  if (none !== undefined)
    return none.trim() === '*' ? ok('none') : invalid('If-None-Match of a write can only be *');
  if (match?.trim() === '*') return ok('any');
  if (match === undefined && version === undefined) return ok(undefined);
  const revisions = match === undefined ? [version] : tagsOf(match);
  const times = revisions?.map((each) => (typeof each === 'string' ? timeOfTag(each) : null)) ?? [null];
  const known = times.filter((time) => time !== null);
  if (known.length === times.length) return ok(known);
  return invalid(
    match === undefined
      ? '"version" is the one that an answer has in meta.version'
      : 'If-Match has the ETag of an answer, in quotation marks',
  );
}

/** The opaque tags of a list, weak ones too; null for a text that is no list of tags. */
function tagsOf(list: string): readonly string[] | null {
  const tags = list.split(',').map((each) => /^(?:W\/)?"([\x21\x23-\x7e]*)"$/.exec(each.trim())?.[1]);
  const found = tags.filter((tag) => tag !== undefined);
  return found.length === tags.length ? found : null;
}

const invalid = (hint: string) => err(failure('QUERY.INVALID', `Invalid precondition: ${hint}`));
