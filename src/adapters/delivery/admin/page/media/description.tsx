import type { MediaFile } from '../../contract/media.js';
import { say } from '../messages/messages.js';
import { described, FieldFrame } from '../ui/field-frame.js';
import { AlternativeText } from './alternative-text.js';
import type { Texts } from './use-texts.js';

interface Props {
  readonly file: MediaFile;
  readonly texts: Texts;
}

/** What is said of a file. */
export const Description = ({ file, texts }: Props) => (
  <div className="fields">
    <TextField name="name" texts={texts} />
    <AlternativeText id="file-alternativeText" file={file} texts={texts} />
    <TextField name="caption" texts={texts} />
    <p className="hint" role="status">
      {file.mayUpdate ? texts.state : say('media.readOnly')}
    </p>
  </div>
);

function TextField({ name, texts }: { readonly name: 'name' | 'caption'; readonly texts: Texts }) {
  const id = `file-${name}`;
  const Control = name === 'name' ? 'input' : 'textarea';
  const fault = texts.faultOf(name);
  return (
    <FieldFrame id={id} label={say(`media.${name}`)} fault={fault}>
      <Control
        id={id}
        className="input"
        dir="auto"
        rows={2}
        maxLength={name === 'name' ? 255 : undefined}
        readOnly={!texts.mayWrite(name)}
        value={texts.shown(name)}
        {...described(id, undefined, fault)}
        onChange={({ target }: { target: { value: string } }) => texts.type(name, target.value)}
        onBlur={() => void texts.save()}
      />
    </FieldFrame>
  );
}
