import { useState, type ReactNode } from 'react';
import { reasonOf } from '../settings/use-action.js';
import type { Thing } from './use-picked.js';

/** Something that could not be changed. */
export interface Refused extends Thing {
  readonly reason: ReactNode;
}

interface Many {
  /** How many are done, and of how many; null: nothing runs. */
  readonly progress: { readonly done: number; readonly all: number } | null;
  readonly refused: readonly Refused[];
  /** Changes one after the other. Resolves to what could not be changed. */
  run(things: readonly Thing[], change: (thing: Thing) => Promise<unknown>): Promise<readonly Refused[]>;
  forget(): void;
}

/** Changes several files and folders, and keeps why some could not be. */
export function useMany(): Many {
  const [progress, setProgress] = useState<Many['progress']>(null);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  return {
    progress,
    refused,
    forget: () => setRefused([]),
    async run(things, change) {
      const failed: Refused[] = [];
      setRefused([]);
      for (const [done, thing] of things.entries()) {
        setProgress({ done, all: things.length });
        try {
          await change(thing);
        } catch (error) {
          failed.push({ ...thing, reason: reasonOf(error) });
        }
      }
      setProgress(null);
      setRefused(failed);
      return failed;
    },
  };
}
