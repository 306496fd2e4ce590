import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import type { Json, Scalar } from '../../../../../../domain/schema/schema.js';
import type { DocumentRow } from '../../../contract/documents.js';
import type { ListAnswer } from '../../../contract/failures.js';
import { say } from '../../messages/messages.js';
import { request } from '../../session/api.js';
import { frameOf } from '../../ui/attribute-label.js';
import { described, FieldFrame } from '../../ui/field-frame.js';
import { useEntry, useOpenEntry } from '../entry-context.js';
import { valueIn } from '../edits.js';
import type { Place } from '../entry-state.js';
import { slugOf } from './slug.js';
import { formOf } from './text-forms.js';
import { TypedInput } from './typed-input.js';
import type { ValueProps } from './value-props.js';

const longest = 255;
/** So many uids with the same begin are looked at for a free one. */
const most = 100;

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

interface Props extends ValueProps<Scalar> {
  /** `follows`: it is made, so that it is one step with what it is made of. */
  readonly change: (value: Json, follows?: boolean) => void;
}

/** A uid of the entry: made from another attribute until somebody types it, or it was published. */
export function UidField({ attribute, value, change, path, faults, isReadOnly }: Props) {
  const { name, targetField, maxLength = longest } = attribute;
  const isNew = useEntry(({ entry }) => entry === null || entry.state === 'draft');
  const source = useEntry((state) => (targetField === undefined ? '' : textOf(valueIn(state, targetField))));
  const made = slugOf(source, maxLength);
  const typed = textOf(value);
  /** What it was made to be here, or would have been when the entry was opened. */
  const last = useRef(made);
  const [isTouched, setTouched] = useState(false);
  /** A number behind it keeps two from being the same. */
  const isMade =
    isNew &&
    !isReadOnly &&
    !isTouched &&
    (typed === '' || typed === last.current || typed.replace(/-\d+$/, '') === last.current);
  useEffect(() => {
    if (made === last.current) return;
    last.current = made;
    if (isMade && made !== '') change(made, true);
  }, [made, isMade, change]);
  const { isTaken, free } = useTaken(name, isReadOnly ? '' : typed);
  useEffect(() => {
    if (isMade && isTaken && free !== null && free.length <= maxLength) change(free, true);
  }, [isMade, isTaken, free, maxLength, change]);
  const fault = faults[path] ?? (isTaken ? say('uid.taken') : undefined);
  const frame = frameOf(attribute);
  const hint = isTaken === false ? say('uid.free') : undefined;
  return (
    <FieldFrame id={path} {...frame} hint={hint} fault={fault}>
      <TypedInput
        id={path}
        label={frame.label}
        form={formOf(attribute)}
        value={value}
        change={(next) => {
          setTouched(next !== null);
          change(next);
        }}
        isReadOnly={isReadOnly}
        placeholder={attribute.layout?.placeholder}
        {...described(path, hint, fault, frame.help)}
      />
    </FieldFrame>
  );
}

interface Taken {
  /** Null: it is not known. */
  readonly isTaken: boolean | null;
  /** The next with a number that is free. */
  readonly free: string | null;
}

/** Looks whether another document has a uid, as far as the administrator may find it. */
function useTaken(name: string, typed: string): Taken {
  const { type, store } = useOpenEntry();
  const documentId = useEntry(({ entry }) => entry?.documentId);
  const text = useDeferredValue(typed);
  const found = useQuery({
    queryKey: ['uid', type.uid, name, store.place.locale, text],
    queryFn: async ({ signal }) => {
      await pause(signal);
      return read(store.place, name, text, signal);
    },
    enabled: text !== '',
    retry: false,
    gcTime: 0,
  });
  if (found.data === undefined || text !== typed) return { isTaken: null, free: null };
  const others = found.data.filter((row) => row.documentId !== documentId).map(({ values }) => values[name]);
  const isTaken = others.includes(text);
  const base = text.replace(/-\d+$/, '');
  const numbers = Array.from({ length: others.length + 1 }, (_, at) => `${base}-${at + 2}`);
  return { isTaken, free: isTaken ? (numbers.find((one) => !others.includes(one)) ?? null) : null };
}

/** One request for each pause in typing. */
const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, 300);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('', 'AbortError'));
    });
  });

async function read({ uid, locale }: Place, name: string, text: string, signal: AbortSignal) {
  const params = new URLSearchParams({
    [`filters[$or][0][${name}][$eq]`]: text,
    [`filters[$or][1][${name}][$startsWith]`]: `${text.replace(/-\d+$/, '')}-`,
    columns: name,
    sort: name,
    'pagination[pageSize]': String(most),
    'pagination[withCount]': 'false',
    ...(locale !== undefined && { locale }),
  });
  const path = `documents/${uid}?${params.toString()}`;
  return (await request<ListAnswer<DocumentRow>>('GET', path, { signal })).data;
}
