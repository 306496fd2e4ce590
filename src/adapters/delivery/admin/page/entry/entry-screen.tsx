import { Link } from '@tanstack/react-router';
import { lazy, useEffect, useRef, useState, type RefObject } from 'react';
import type { Attribute } from '../../../../../domain/schema/schema.js';
import { say } from '../messages/messages.js';
import { listPlaceOf, takeOpened } from '../session/list-place.js';
import { useSession } from '../session/session.js';
import { Givers } from '../shell/missing-grant.js';
import { Part } from '../shell/missing-part.js';
import { useTitle } from '../shell/shell.js';
import { EntryActions } from './entry-actions.js';
import { useEntry, useOpenEntry } from './entry-context.js';
import { FaultSummary, ProblemBanner, SaveState } from './entry-notices.js';
import { LostEdits } from './lost-edits.js';
import { FirstField } from './first-field.js';
import { EntryFields, EntryLayout } from './layout/entry-layout.js';
import { tabsOf } from './layout/tabs-of.js';
import { LocaleSelect } from './locale-select.js';
import { LocaleTools } from './locales/locale-tools.js';
import { useBeside } from './locales/use-locales.js';
import { Neighbours } from './neighbours.js';
import { Presence } from './presence/presence.js';
import { usePreview } from './preview/use-preview.js';
import { UndoTools } from './undo/undo-tools.js';
import { Loading } from '../ui/loading.js';

const Conflict = lazy(async () => ({ default: (await import('./conflict.js')).Conflict }));
const MergedNotice = lazy(async () => ({ default: (await import('./conflict.js')).MergedNotice }));
const SideBySide = lazy(() => import('./locales/side-by-side.js'));
const PreviewPanel = lazy(() => import('./preview/preview-panel.js'));
const Planned = lazy(() => import('./schedule/planned.js'));

/** Whether the layout has the page not change an attribute. */
export const isFixed = ({ layout }: Attribute): boolean => layout?.readOnly === true;

/** An open entry: what it is called, what can be done with it, and its fields. */
export function EntryScreen() {
  const { type, store, mayWrite } = useOpenEntry();
  const { seesAs } = useSession();
  const { beside } = useBeside();
  const { width: preview } = usePreview();
  const [isNew] = useState(store.place.id === null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takeOpened()) heading.current?.focus();
  }, []);
  const isMerged = useEntry(({ merged }) => merged !== null);
  const isInConflict = useEntry(({ problem }) => problem?.kind === 'conflict');
  const hasPlans = useEntry(({ planned }) => planned.length > 0);
  const editable = tabsOf(type.attributes, type.layout)
    .flatMap(({ attributes }) => attributes)
    .filter((attribute) => !isFixed(attribute));
  const isReadOnly = editable.every(({ name }) => !mayWrite(name));
  return (
    <div className="entry">
      <EntryHead heading={heading} isReadOnly={isReadOnly} />
      <Presence />
      <ProblemBanner />
      <LostEdits />
      <Part>{hasPlans && <Planned />}</Part>
      <Part>{isMerged && <MergedNotice />}</Part>
      <Part>{isInConflict && <Conflict />}</Part>
      {isReadOnly && editable.length > 0 && seesAs === null && (
        <p className="banner" role="status">
          {say('entry.readOnly', { action: 'update', type: type.uid })}{' '}
          <Givers missing={{ action: 'update', type: type.uid }} />
        </p>
      )}
      <FaultSummary />
      <div className="entry-columns" data-preview={preview !== undefined}>
        {beside === undefined ? (
          <EntryLayout>{(attributes) => <EntryFields attributes={attributes} />}</EntryLayout>
        ) : (
          <Part fallback={<Loading bars={3} />}>
            <SideBySide source={beside} />
          </Part>
        )}
        <Part>{preview !== undefined && <PreviewPanel width={preview} />}</Part>
        {isNew && <FirstField />}
      </div>
    </div>
  );
}

interface HeadProps {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly isReadOnly: boolean;
}

function EntryHead({ heading, isReadOnly }: HeadProps) {
  const { type, origin } = useOpenEntry();
  const begun = type.kind === 'singleType' ? type.displayName : say('entry.new', { type: type.displayName });
  const title = useEntry(({ entry }) => entry?.label) ?? origin?.label ?? begun;
  useTitle(title);
  return (
    <header className="entry-head">
      <div className="entry-title">
        {type.kind === 'collectionType' && (
          <Link
            to="/content/$uid"
            params={{ uid: type.uid }}
            search={listPlaceOf(type.uid)?.address ?? {}}
            className="hint"
          >
            {type.displayName}
          </Link>
        )}
        <h1 dir="auto" ref={heading} tabIndex={-1}>
          {title}
        </h1>
      </div>
      <Neighbours />
      <LocaleSelect />
      <LocaleTools />
      <SaveState />
      {!isReadOnly && <UndoTools />}
      <EntryActions />
    </header>
  );
}
