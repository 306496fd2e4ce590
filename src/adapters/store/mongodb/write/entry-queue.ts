import type { Db } from 'mongodb';
import type { AuditEntry } from '../../../../application/ports/audit-log.js';
import { recordEntries } from '../audit-log.js';

interface Waiting {
  readonly entry: AuditEntry;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Entries that one round trip takes along. */
const most = 500;

/**
 * Entries of writes that have no transaction. One round trip is on its way at a time, and those that come meanwhile share
 * the next: alone, each entry would cost as much as its write. Nobody is told of a write before its entry is kept.
 */
export class EntryQueue {
  private waiting: Waiting[] = [];
  private isServing = false;

  constructor(private readonly db: Db) {}

  record(entry: AuditEntry): Promise<void> {
    return new Promise((done, failed) => {
      this.waiting.push({ entry, done, failed });
      if (!this.isServing) void this.serve();
    });
  }

  private async serve(): Promise<void> {
    this.isServing = true;
    // Whoever comes in the same turn comes along.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const served = this.waiting.splice(0, most);
      try {
        await recordEntries(
          this.db,
          undefined,
          served.map(({ entry }) => entry),
        );
        for (const { done } of served) done();
      } catch (error) {
        for (const { failed } of served) failed(error);
      }
    }
    this.isServing = false;
  }
}
