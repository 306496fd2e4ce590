import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Collection, Db } from 'mongodb';
import type { Log } from '../../../../application/ports/log.js';
import { failure } from '../../../../domain/failure.js';
import { Refusal, violatedIndex } from '../database-error.js';
import { ownCollections } from '../layout.js';

interface TurnRow {
  readonly _id: 'turn';
  readonly holder: string;
  readonly until: Date;
}

export interface TurnTimes {
  /** A turn that is not renewed for so long is free. */
  readonly turnMs: number;
  /** How long to wait for one. */
  readonly patienceMs: number;
}

export const usualTimes: TurnTimes = { turnMs: 20_000, patienceMs: 60_000 };

/** Throws when the turn is lost. */
export type GoOn = () => void;

/** Runs `work` while no other server changes the collections of this database. The database's clock is everybody's. */
export async function inTurn<T>(
  db: Db,
  log: Log,
  { turnMs, patienceMs }: TurnTimes,
  work: (goOn: GoOn) => Promise<T>,
): Promise<T> {
  const turns = db.collection<TurnRow>(ownCollections.schema);
  const holder = randomUUID();
  await waitForTurn(turns, holder, turnMs, patienceMs, log);
  let isMine = true;
  let renewed = Date.now();
  const renewing = setInterval(() => {
    renew(turns, holder, turnMs).then(
      (done) => {
        isMine &&= done;
        if (done) renewed = Date.now();
      },
      () => {},
    );
  }, turnMs / 4);
  try {
    return await work(() => {
      if (!isMine || Date.now() - renewed > turnMs) throw new Refusal(turnLost);
    });
  } finally {
    clearInterval(renewing);
    await turns.deleteOne({ _id: 'turn', holder }).catch(() => {});
  }
}

async function waitForTurn(
  turns: Collection<TurnRow>,
  holder: string,
  turnMs: number,
  patienceMs: number,
  log: Log,
): Promise<void> {
  const start = Date.now();
  let isTold = false;
  while (!(await take(turns, holder, turnMs))) {
    if (Date.now() - start > patienceMs) throw new Refusal(noTurn(patienceMs));
    if (!isTold) log.info('Another server is changing the collections of this database: waiting for it');
    isTold = true;
    await sleep(Math.min(250, patienceMs / 4));
  }
}

async function take(turns: Collection<TurnRow>, holder: string, turnMs: number): Promise<boolean> {
  try {
    await turns.insertOne({ _id: 'turn', holder: '', until: new Date(0) });
  } catch (error) {
    if (violatedIndex(error) === undefined) throw error;
  }
  const { matchedCount } = await turns.updateOne({ _id: 'turn', $expr: { $lt: ['$until', '$$NOW'] } }, [
    { $set: { holder, until: { $add: ['$$NOW', turnMs] } } },
  ]);
  return matchedCount > 0;
}

async function renew(turns: Collection<TurnRow>, holder: string, turnMs: number): Promise<boolean> {
  const until = { $add: ['$$NOW', turnMs] };
  const { matchedCount } = await turns.updateOne({ _id: 'turn', holder }, [{ $set: { until } }]);
  return matchedCount > 0;
}

const noTurn = (patienceMs: number) =>
  failure(
    'STORE.CONFLICT',
    `Another server has been changing the collections of this database for ${Math.round(patienceMs / 1000)} seconds. Start again when it is done.`,
  );

const turnLost = failure(
  'STORE.CONFLICT',
  'This server lost its turn to change the collections: the database did not answer for too long. Start again: it goes on where it was.',
);
