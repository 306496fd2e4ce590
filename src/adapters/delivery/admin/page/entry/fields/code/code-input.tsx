import { useEffect, useState, type ComponentType } from 'react';
import type { CodeProps } from './code-editor.js';
import './code.css';

const load = () => import('./code-editor.js');

/** Code in a plain field, until its editor was fetched and nobody types in it. */
export function CodeInput(props: CodeProps & { readonly leave: () => void }) {
  const { id, label, text, type, isReadOnly, isInvalid, describedBy, isAlone, leave } = props;
  const [Editor, setEditor] = useState<ComponentType<CodeProps> | null>(null);
  const [isTyping, setTyping] = useState(false);
  const fetchEditor = (): void => {
    // Without a connection the plain field stays.
    load().then(
      (module) => setEditor(() => module.default),
      () => undefined,
    );
  };
  useEffect(() => whenIdle(fetchEditor), []);
  return (
    <div onBlur={leave}>
      {Editor !== null && !isTyping ? (
        <Editor {...props} />
      ) : (
        <textarea
          id={id}
          className="input code"
          aria-label={label}
          value={text}
          readOnly={isReadOnly}
          dir="ltr"
          spellCheck={false}
          onFocus={() => {
            setTyping(true);
            fetchEditor();
          }}
          onBlur={() => setTyping(false)}
          onChange={({ target }) => type(target.value)}
          aria-describedby={describedBy}
          aria-invalid={isInvalid || undefined}
          data-typed={isAlone ? 'alone' : undefined}
        />
      )}
    </div>
  );
}

/** Runs something when the browser has nothing else to do. Returns what calls it off. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 1000);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(run, { timeout: 3000 });
  return () => cancelIdleCallback(asked);
}
