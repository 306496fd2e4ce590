import { useEffect, useMemo, useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import type { LinkedLabel } from '../../../../contract/links.js';
import type { WireType } from '../../../../contract/types.js';
import { say } from '../../../messages/messages.js';
import { usualLocale } from '../../../session/locales.js';
import { noteWork } from '../../../session/open-work.js';
import { useSession } from '../../../session/session.js';
import { Asked } from '../../../ui/asked.js';
import { FieldNoteContext } from '../../../ui/field-frame.js';
import { editedNames } from '../../edits.js';
import { EntryContext, useEntry, useOpenEntry, type OpenEntry } from '../../entry-context.js';
import { FaultSummary, ProblemBanner } from '../../entry-notices.js';
import { createEntryStore } from '../../entry-store.js';
import { FirstField } from '../../first-field.js';
import type { Journal } from '../../journal.js';
import { tabsOf } from '../../layout/tabs-of.js';
import { createFieldNotes } from '../../presence/field-notes-store.js';
import './new-linked.css';

interface Props {
  readonly type: WireType;
  /** Called with what was created. */
  readonly choose: (link: LinkedLabel) => void;
  readonly close: () => void;
}

/** The journal of new entries is that of their own page. */
const noJournal: Journal = { read: () => null, write: () => {}, moveTo: () => {} };

/** A new entry of another content-type, over the one that will link it and that stays as it is. */
export default function NewLinked({ type, choose, close }: Props) {
  const { store: under, Fields } = useOpenEntry();
  const session = useSession();
  const { components, rights } = session;
  const [store] = useState(() => {
    const locale = type.localized ? (under.place.locale ?? usualLocale(session, type)) : undefined;
    return createEntryStore({
      place: { uid: type.uid, id: null, locale, hasDrafts: type.draftAndPublish },
      attributes: type.attributes,
      components,
      entry: null,
      origin: null,
      journal: noJournal,
      waits: true,
      created: () => {},
    });
  });
  const open = useMemo<OpenEntry>(() => {
    const fields = rights[type.uid]?.create?.fields ?? null;
    const mayWrite = (name: string): boolean => fields?.includes(name) ?? true;
    return { type, store, origin: null, notes: createFieldNotes(), mayWrite, Fields, isOver: true };
  }, [rights, store, type, Fields]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => void (store.isUnsaved() && event.preventDefault());
    const unnote = noteWork(store);
    addEventListener('beforeunload', warn);
    return () => {
      unnote();
      removeEventListener('beforeunload', warn);
    };
  }, [store]);
  // The ids of fields are names of attributes. Those of the sheet come first in the page, and are found before those under it.
  const [place, setPlace] = useState<Element | null>(null);
  useEffect(() => {
    const made = document.createElement('div');
    document.body.prepend(made);
    setPlace(made);
    return () => made.remove();
  }, []);
  return (
    <EntryContext value={open}>
      <FieldNoteContext value={null}>
        {place !== null && <Sheet place={place} choose={choose} close={close} />}
      </FieldNoteContext>
    </EntryContext>
  );
}

interface SheetProps extends Omit<Props, 'type'> {
  readonly place: Element;
}

function Sheet({ place, choose, close }: SheetProps) {
  const { type, store, mayWrite, Fields } = useOpenEntry();
  const { hasEdits, isSaving } = useEntry(({ edits, isSaving: now }) => ({
    hasEdits: editedNames(edits).length > 0,
    isSaving: now,
  }));
  const save = async (): Promise<void> => {
    await store.save();
    const { entry } = store.state.getState();
    if (entry === null) return;
    const { documentId, label, locale } = entry;
    choose({ documentId, label: label ?? documentId, locale: locale ?? null, state: null });
  };
  const attributes = tabsOf(type.attributes, type.layout).flatMap((tab) => tab.attributes);
  const title = say('entry.new', { type: type.displayName });
  return (
    <ModalOverlay
      className="overlay over-entry"
      isOpen
      UNSTABLE_portalContainer={place}
      // What is typed is given up by `Cancel` alone.
      isKeyboardDismissDisabled={hasEdits}
      onOpenChange={(isOpen) => isOpen || close()}
    >
      <Modal className="new-linked">
        <Dialog className="dialog">
          {/* A form keeps choices apart from those of the same name under it. */}
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              // A dialog inside may have a form too.
              if (event.target === event.currentTarget) void save();
            }}
          >
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <ProblemBanner />
            <FaultSummary />
            <Fields attributes={attributes.filter(({ name }) => mayWrite(name))} />
            <FirstField />
            <div className="row new-linked-actions">
              {hasEdits ? (
                <Asked label={say('cancel')} question={say('link.new.discard')} className="" run={close} />
              ) : (
                <button type="button" className="button" onClick={close}>
                  {say('cancel')}
                </button>
              )}
              <button type="submit" className="button primary" disabled={isSaving}>
                {say('link.new.save')}
              </button>
            </div>
          </form>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
