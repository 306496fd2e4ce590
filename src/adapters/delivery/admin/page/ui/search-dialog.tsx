import type { ReactNode } from 'react';
import {
  Autocomplete,
  Dialog,
  Heading,
  Input,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';

interface Props {
  readonly title: string;
  /** The name of the field that one types into. */
  readonly label: string;
  readonly text: string;
  readonly type: (text: string) => void;
  readonly close: () => void;
  /** The `ListBox` of what is found. Its focus follows the field. */
  readonly children: ReactNode;
  /** Below what is found. */
  readonly footer?: ReactNode;
}

/** A dialog in which one types to find something, and chooses it from a list. */
export const SearchDialog = ({ title, label, text, type, close, children, footer }: Props) => (
  <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={(isOpen) => isOpen || close()}>
    <Modal className="modal">
      <Dialog className="dialog">
        <Heading slot="title" level={2}>
          {title}
        </Heading>
        <Autocomplete inputValue={text} onInputChange={type}>
          <SearchField autoFocus aria-label={label}>
            <Input role="combobox" aria-expanded maxLength={200} className="input" placeholder={label} />
          </SearchField>
          {children}
        </Autocomplete>
        {footer}
      </Dialog>
    </Modal>
  </ModalOverlay>
);
