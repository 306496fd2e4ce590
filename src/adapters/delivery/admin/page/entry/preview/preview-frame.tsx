import { useEffect, useRef, useState } from 'react';
import type { PreviewWidth } from '../../list/list-search.js';
import { say } from '../../messages/messages.js';
import { useEntry } from '../entry-context.js';

/** In CSS pixels. */
const pixels: Readonly<Record<PreviewWidth, number>> = { phone: 390, tablet: 820, desk: 1440 };

interface Props {
  readonly url: string;
  readonly width: PreviewWidth;
  /** Loads the site anew when it changes. */
  readonly reloads: number;
}

/**
 * The site in a frame of that width, made smaller where there is less room. After a save, a site that has said `previewReady` is
 * sent `strapiUpdate`, as by Strapi; others are loaded anew.
 */
export function PreviewFrame({ url, width, reloads }: Props) {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const [saves, setSaves] = useState(0);
  const listens = useListens(frame, url);
  const revision = useEntry(({ entry }) => entry?.revision);
  const shown = useRef(revision);
  useEffect(() => {
    if (shown.current === revision) return;
    shown.current = revision;
    if (listens.current) frame?.contentWindow?.postMessage({ type: 'strapiUpdate' }, new URL(url).origin);
    else setSaves((count) => count + 1);
  }, [revision, frame, url, listens]);
  const { ref, size } = useSize();
  const scale = Math.min(1, size.width / pixels[width]);
  return (
    <div className="preview-room" ref={ref}>
      {size.width > 0 && (
        <iframe
          key={`${reloads} ${saves} ${url}`}
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
