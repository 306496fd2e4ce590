import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { centre, type FocalPoint } from '../../../../../domain/media/focal-point.js';
import type { MediaFile } from '../../contract/media.js';
import { say } from '../messages/messages.js';
import { shownAddress } from './shown-address.js';
import type { Texts } from './use-texts.js';

interface Props {
  readonly file: MediaFile;
  readonly texts: Texts;
}

const inside = (share: number): number => Math.min(100, Math.max(0, Math.round(share)));

const steps: Readonly<Record<string, FocalPoint>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Sets the focal point on the picture: by mouse and finger, or with the arrow keys. */
export default function FocalPointEditor({ file, texts }: Props) {
  const [point, setPoint] = useState(file.focalPoint);
  const { x, y } = point ?? centre;
  const handle = useRef<HTMLDivElement>(null);
  useEffect(() => handle.current?.focus(), []);
  const save = (to = point): void => {
    if (to?.x !== file.focalPoint?.x || to?.y !== file.focalPoint?.y) void texts.change({ focalPoint: to });
  };
  const last = useRef(save);
  last.current = save;
  useEffect(() => () => last.current(), []);
  const drag = useDrag({ x, y }, setPoint, save);
  const press = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const length = event.shiftKey ? 10 : 1;
    setPoint({ x: inside(x + step.x * length), y: inside(y + step.y * length) });
  };
  return (
    <div className="focal" role="group" aria-label={say('media.focal')}>
      <div className="file-preview">
        <div className="focal-frame" {...drag}>
          <img src={shownAddress(file)} alt={file.alternativeText ?? ''} draggable={false} />
          <div
            ref={handle}
            className="focal-handle"
            role="slider"
            tabIndex={0}
            aria-label={say('media.focal')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={x}
            aria-valuetext={say(point === null ? 'media.focal.none' : 'media.focal.value', { x, y })}
            aria-describedby="focal-hint"
            style={{ left: `${x}%`, top: `${y}%` }}
            onKeyDown={press}
            onBlur={() => save()}
          />
        </div>
      </div>
      <p className="hint" id="focal-hint">
        {say('media.focal.hint')}
      </p>
      <div className="row focal-value">
        <span>{say(point === null ? 'media.focal.none' : 'media.focal.value', { x, y })}</span>
        <button
          type="button"
          className="button quiet"
          disabled={point === null}
          onClick={() => {
            setPoint(null);
            save(null);
            handle.current?.focus();
          }}
        >
          {say('media.focal.reset')}
        </button>
      </div>
      <Crops address={shownAddress(file)} point={{ x, y }} />
      {texts.fault !== undefined && (
        <p className="fault" role="alert">
          {texts.fault}
        </p>
      )}
    </div>
  );
}

/**
 * Moves a point of an element with the pointer. A finger that touches the picture beside the handle may scroll, and sets the
 * point where it only taps.
 */
function useDrag({ x, y }: FocalPoint, move: (point: FocalPoint) => void, end: (point: FocalPoint) => void) {
  /** From the pointer to the point, in percent; null: nothing is dragged. */
  const grip = useRef<FocalPoint | null>(null);
  const at = ({ currentTarget, clientX, clientY }: PointerEvent): FocalPoint => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return { x: ((clientX - left) / width) * 100, y: ((clientY - top) / height) * 100 };
  };
  const to = (event: PointerEvent, { x: right, y: down } = { x: 0, y: 0 }): FocalPoint => {
    const pointer = at(event);
    return { x: inside(pointer.x + right), y: inside(pointer.y + down) };
  };
  return {
    onPointerDown(event: PointerEvent) {
      const isHandle = event.target instanceof Element && event.target.matches('.focal-handle');
      if (event.button !== 0 || (event.pointerType === 'touch' && !isHandle)) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const pointer = at(event);
      grip.current = isHandle ? { x: x - pointer.x, y: y - pointer.y } : { x: 0, y: 0 };
      if (!isHandle) move(to(event));
    },
    onPointerMove(event: PointerEvent) {
      if (grip.current !== null) move(to(event, grip.current));
    },
    onPointerUp(event: PointerEvent) {
      if (grip.current === null && event.pointerType !== 'touch') return;
      const point = to(event, grip.current ?? undefined);
      grip.current = null;
      move(point);
      end(point);
    },
    onPointerCancel() {
      grip.current = null;
    },
  };
}

/** Proportions in which sites show pictures. */
const ratios = [
  ['1:1', '1'],
  ['16:9', '16 / 9'],
  ['3:4', '3 / 4'],
] as const;

/** How the picture looks where it is cropped. */
const Crops = ({ address, point: { x, y } }: { readonly address: string; readonly point: FocalPoint }) => (
  <ul className="crops" aria-label={say('media.focal.crops')}>
    {ratios.map(([name, aspectRatio]) => (
      <li key={name}>
        <img src={address} alt="" style={{ aspectRatio, objectPosition: `${x}% ${y}%` }} />
        <span className="hint" dir="ltr">
          {name}
        </span>
      </li>
    ))}
  </ul>
);
