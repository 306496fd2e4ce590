import { failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { TransferSource } from './transfer.js';

/** Returns what the store keeps that the schema does not name. Fails if the store does not fit the schema. */
export async function leftoversOf(
  store: Pick<TransferSource, 'schema'>,
  name: string,
): Promise<Result<readonly string[]>> {
  const status = await store.schema.status();
  if (!status.ok) return status;
  const pending = status.value.filter(({ kind }) => kind !== 'leftover');
  if (pending.length > 0) {
    const [first, ...others] = pending;
    const more =
      others.length === 0 ? '' : ` (and ${others.length} more: \`quire schema status\` lists them)`;
    return err(
      failure(
        'INPUT.MISMATCH',
        `${name} does not fit the schema files. Start the server on it once, or run \`quire schema apply\`. ${first?.message ?? ''}${more}`,
      ),
    );
  }
  return ok(status.value.map(({ message }) => message));
}
