import { Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { say } from '../messages/messages.js';
import { ApiFailure } from '../session/api.js';

/** The id of a request that failed, by which whoever runs the server finds it in the log. */
export function RequestId({ id }: { readonly id: string }) {
  const [isCopied, setCopied] = useState(false);
  const place = useRef<HTMLElement>(null);
  const copy = async (): Promise<void> => {
    // Browsers give the clipboard to pages over HTTPS; the text is selected for all others.
    if (place.current !== null) getSelection()?.selectAllChildren(place.current);
    await navigator.clipboard?.writeText(id).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <span className="request-id">
      {say('failure.request')} <code ref={place}>{id}</code>
      <button
        type="button"
        className="button quiet icon"
        aria-label={say('failure.request.copy')}
        title={say('failure.request.copy')}
        onClick={() => void copy()}
      >
        <Copy size={14} aria-hidden />
      </button>
      {isCopied && <span role="status">{say('copied')}</span>}
    </span>
  );
}

/** That of a failure which whoever reads of it cannot mend by sending something else. */
export function RequestOf({ error }: { readonly error: unknown }) {
  if (!(error instanceof ApiFailure) || error.requestId === null) return null;
  return error.status === 403 || error.status >= 500 ? <RequestId id={error.requestId} /> : null;
}
