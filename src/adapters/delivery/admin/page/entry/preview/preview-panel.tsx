import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Copy, ExternalLink, Monitor, RotateCw, Smartphone, Tablet, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { PreviewLink } from '../../../contract/documents.js';
import type { PreviewWidth } from '../../list/list-search.js';
import { say } from '../../messages/messages.js';
import { ApiFailure, request } from '../../session/api.js';
import { FailureView } from '../../shell/failure-view.js';
import { Loading } from '../../ui/loading.js';
import { Tool } from '../../ui/tool.js';
import { useEntry, useOpenEntry } from '../entry-context.js';
import { documentPath } from '../entry-requests.js';
import { PreviewFrame } from './preview-frame.js';
import { usePreview } from './use-preview.js';
import './preview.css';

const icons: Readonly<Record<PreviewWidth, ReactNode>> = {
  phone: <Smartphone size={16} aria-hidden />,
  tablet: <Tablet size={16} aria-hidden />,
  desk: <Monitor size={16} aria-hidden />,
};

/** The site of the app with the draft, beside the entry. */
export default function PreviewPanel({ width }: { readonly width: PreviewWidth }) {
  const { show, widths } = usePreview();
  const [reloads, setReloads] = useState(0);
  const link = useLink();
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <section
      className="preview"
      aria-labelledby="preview-title"
      onKeyDown={({ key }) => key === 'Escape' && show(undefined)}
    >
      <header className="preview-head">
        <h2 id="preview-title" ref={head} tabIndex={-1}>
          {say('preview.title')}
        </h2>
        <div className="preview-widths" role="group" aria-label={say('preview.width')}>
          {widths.map((one) => (
            <button
              type="button"
              className="button quiet icon"
              key={one}
              aria-label={say(`preview.width.${one}`)}
              title={say(`preview.width.${one}`)}
              aria-pressed={one === width}
              onClick={() => show(one)}
            >
              {icons[one]}
            </button>
          ))}
        </div>
        {link.data !== undefined && <LinkTools link={link.data} reload={() => setReloads(reloads + 1)} />}
        <Tool label={say('close')} icon={<X size={16} aria-hidden />} run={() => show(undefined)} />
      </header>
      <Shown link={link} width={width} reloads={reloads} />
    </section>
  );
}

/** Makes a link to the saved draft: one for each save, as the address may have changed with it. */
function useLink() {
  const { store } = useOpenEntry();
  const { place } = store;
  const revision = useEntry(({ entry }) => entry?.revision);
  return useQuery({
    queryKey: ['preview', place.uid, place.id, place.locale, revision],
    async queryFn({ signal }) {
      await store.save();
      const path = `${documentPath(place, store.state.getState().entry)}/preview`;
      const body = place.locale === undefined ? {} : { locale: place.locale };
      return (await request<{ data: PreviewLink }>('POST', path, { body, signal })).data;
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
}

interface ToolsProps {
  readonly link: PreviewLink;
  readonly reload: () => void;
}

function LinkTools({ link: { url, isFramed }, reload }: ToolsProps) {
  const [isCopied, setCopied] = useState(false);
  // Without HTTPS a page may not write there: then the address is that of the link beside it.
  const copy = (): void =>
    void navigator.clipboard?.writeText(url).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <>
      {isFramed && (
        <Tool label={say('preview.reload')} icon={<RotateCw size={16} aria-hidden />} run={reload} />
      )}
      <Tool label={say('preview.copy')} icon={<Copy size={16} aria-hidden />} run={copy} />
      <a
        className="button quiet icon"
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={say('preview.tab')}
        title={say('preview.tab')}
      >
        <ExternalLink size={16} aria-hidden />
      </a>
      <span className="hint" role="status">
        {isCopied && say('copied')}
      </span>
    </>
  );
}

interface ShownProps {
  readonly link: ReturnType<typeof useLink>;
  readonly width: PreviewWidth;
  readonly reloads: number;
}

function Shown({ link, width, reloads }: ShownProps) {
  const hasEnded = useEnded(link.data?.expiresAt);
  const again = (): void => void link.refetch();
  if (link.isFetching && !link.isPlaceholderData) return <Loading className="preview-note" bars={3} />;
  if (link.error instanceof ApiFailure && link.error.status === 404)
    return <Note title={say('preview.none.title')} text={say('preview.none.text')} />;
  // The sentence says what the entry or the app lacks.
  if (link.error instanceof ApiFailure && link.error.status === 400)
    return (
      <Note title={say('preview.none.title')} text={link.error.message}>
        <button type="button" className="button" onClick={again}>
          {say('retry')}
        </button>
      </Note>
    );
  if (link.error) return <FailureView error={link.error} retry={again} />;
  if (link.data === undefined) return null;
  if (hasEnded)
    return (
      <Note title={say('preview.ended.title')} text={say('preview.ended.text')}>
        <button type="button" className="button primary" onClick={again}>
          {say('preview.again')}
        </button>
      </Note>
    );
  if (link.data.isFramed) return <PreviewFrame link={link.data} width={width} reloads={reloads} />;
  return (
    <Note title={say('preview.unframed.title')} text={say('preview.unframed.text')}>
      <a className="button primary" href={link.data.url} target="_blank" rel="noopener noreferrer">
        {say('preview.tab')}
      </a>
    </Note>
  );
}

interface NoteProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

const Note = ({ title, text, children }: NoteProps) => (
  <div className="notice" role="status">
    <h3>{title}</h3>
    <p>{text}</p>
    {children}
  </div>
);

/** The longest time that a browser waits for. */
const longest = 2 ** 31 - 1;

function useEnded(expiresAt: string | undefined): boolean {
  const [ended, setEnded] = useState<string>();
  useEffect(() => {
    if (expiresAt === undefined) return undefined;
    const left = Math.min(longest, Math.max(0, Date.parse(expiresAt) - Date.now()));
    const timer = setTimeout(() => setEnded(expiresAt), left);
    return () => clearTimeout(timer);
  }, [expiresAt]);
  return expiresAt !== undefined && ended === expiresAt;
}
