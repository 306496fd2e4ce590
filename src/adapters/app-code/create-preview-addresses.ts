import type { Log } from '../../application/ports/log.js';
import type { PreviewAddresses } from '../../application/ports/preview-addresses.js';
import { failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { err, ok } from '../../domain/result.js';
import type { Uid } from '../../domain/schema/schema.js';

interface PreviewSettings {
  readonly templates?: Readonly<Record<Uid, string>>;
  /** As in projects for Strapi: `(uid, { documentId, locale, status })` returns an address, or nothing, or a promise of it. */
  readonly handler?: (uid: Uid, version: object) => unknown;
}

const failed = failure('INPUT.MISMATCH', reason('preview.failed'));

/** How long a handler may take. */
const handlerMs = 10_000;

const tooLate = (): Promise<never> =>
  new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`it took longer than ${handlerMs / 1000} seconds`)), handlerMs).unref();
  });

/** The addresses of previews, as `config/admin` gives them. */
export function createPreviewAddresses(
  { templates = {}, handler }: PreviewSettings,
  log: Log,
): PreviewAddresses {
  return {
    templateFor: (type) => (Object.hasOwn(templates, type) ? (templates[type] ?? null) : null),
    hasHandler: handler !== undefined,
    async askHandler(type, version) {
      try {
        const address = await Promise.race([handler?.(type, version), tooLate()]);
        if (typeof address === 'string' && address !== '') return ok(address);
        if (address === undefined || address === null || address === '') return ok(null);
        throw new Error(`it returned ${typeof address}, not a text`);
      } catch (error) {
        log.error('the preview handler in config/admin failed', { type, error });
        return err(failed);
      }
    },
  };
}
