import { useEffect, useRef, useState } from 'react';
import type { PreviewLink } from '../../../contract/documents.js';
import type { PreviewWidth } from '../../list/list-search.js';
import { say } from '../../messages/messages.js';

/** In CSS pixels. */
const pixels: Readonly<Record<PreviewWidth, number>> = { phone: 390, tablet: 820, desk: 1440 };

interface Props {
  readonly link: PreviewLink;
  readonly width: PreviewWidth;
  /** Loads the site anew when it changes. */
  readonly reloads: number;
}

/** The site in a frame of that width, made smaller where there is less room. */
export function PreviewFrame({ link, width, reloads }: Props) {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const { url, loads } = useShown(link, frame);
  const { ref, size } = useSize();
  const scale = Math.min(1, size.width / pixels[width]);
  return (
    <div className="preview-room" ref={ref}>
      {size.width > 0 && (
        <iframe
          key={`${reloads} ${loads}`}
          ref={setFrame}
          title={say('preview.frame')}
          src={url}
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
          referrerPolicy="no-referrer"
          style={{
            inlineSize: pixels[width],
            blockSize: size.height / scale,
            transform: `translateX(-50%) scale(${scale})`,
          }}
        />
      )}
    </div>
  );
}

/**
 * The address in the frame. Each save brings another link: a site that has said `previewReady` stays as it is and is sent
 * `strapiUpdate`, as by Strapi, unless the entry has moved to another address. Others are loaded anew.
 */
function useShown(link: PreviewLink, frame: HTMLIFrameElement | null) {
  const [shown, setShown] = useState({ url: link.url, loads: 0 });
  const last = useRef(link);
  const listens = useListens(frame, shown.url);
  useEffect(() => {
    if (last.current === link) return;
    last.current = link;
    if (listens.current && withoutToken(shown.url) === withoutToken(link.url))
      frame?.contentWindow?.postMessage({ type: 'strapiUpdate' }, new URL(shown.url).origin);
    else setShown(({ loads }) => ({ url: link.url, loads: loads + 1 }));
  }, [link, frame, shown, listens]);
  return shown;
}

/** Each link has a token of its own. */
const withoutToken = (url: string): string => url.replaceAll(/preview_[\w-]+~[\w-]+/g, '');

/** Whether the site in the frame has said that it renews what it shows by itself. */
function useListens(frame: HTMLIFrameElement | null, url: string) {
  const listens = useRef(false);
  useEffect(() => {
    listens.current = false;
    const hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
      if (source !== frame?.contentWindow || origin !== new URL(url).origin) return;
      const { type } = (data ?? {}) as { readonly type?: unknown };
      if (type === 'previewReady') listens.current = true;
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [frame, url]);
  return listens;
}

function useSize() {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const room = ref.current;
    if (room === null) return undefined;
    const watch = new ResizeObserver(() => setSize({ width: room.clientWidth, height: room.clientHeight }));
    watch.observe(room);
    return () => watch.disconnect();
  }, []);
  return { ref, size };
}
