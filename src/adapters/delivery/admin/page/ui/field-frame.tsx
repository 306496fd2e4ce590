import { createContext, useContext, type ComponentType, type ReactNode } from 'react';
import { say } from '../messages/messages.js';

interface Props {
  readonly id: string;
  readonly label: string;
  readonly isRequired?: boolean;
  /** What whoever made the field has to say of it. */
  readonly help?: string | undefined;
  readonly hint?: string | undefined;
  readonly fault?: ReactNode;
  /** A group of controls has a legend instead of a label. */
  readonly isGroup?: boolean;
  readonly children: ReactNode;
}

export const hintOf = (id: string): string => `${id}-hint`;
export const helpOf = (id: string): string => `${id}-help`;
export const faultOf = (id: string): string => `${id}-fault`;

/** What stands beside the label of a field, by its id; nothing on most screens. */
export const FieldNoteContext = createContext<ComponentType<{ readonly id: string }> | null>(null);

/** The label of a field, what it takes, and what is wrong with it. */
export function FieldFrame({ id, label, isRequired, help, hint, fault, isGroup, children }: Props) {
  const Frame = isGroup ? 'fieldset' : 'div';
  const Note = useContext(FieldNoteContext);
  const words = (
    <>
      {label} {isRequired && <span className="hint">{say('field.required')}</span>}
    </>
  );
  return (
    <Frame
      className="field"
      id={`${id}-field`}
      aria-describedby={isGroup && help !== undefined ? helpOf(id) : undefined}
    >
      {isGroup ? <legend className="label">{words}</legend> : <label htmlFor={id}>{words}</label>}
      {Note && <Note id={id} />}
      {children}
      {help !== undefined && (
        <p className="hint" id={helpOf(id)}>
          <span dir="auto">{help}</span>
        </p>
      )}
      {hint && (
        <p className="hint" id={hintOf(id)}>
          {hint}
        </p>
      )}
      {fault && (
        <p className="fault" id={faultOf(id)}>
          {fault}
        </p>
      )}
    </Frame>
  );
}

/** What a control says of its help, its hint and its fault. */
export const described = (id: string, hint: string | undefined, fault: ReactNode, help?: string) => ({
  'aria-describedby':
    [help && helpOf(id), hint && hintOf(id), fault && faultOf(id)].filter((one) => Boolean(one)).join(' ') ||
    undefined,
  'aria-invalid': fault === undefined ? undefined : (true as const),
});
