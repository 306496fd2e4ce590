import type { PlainObject } from '../../../../../domain/document/plain-object.js';
import type { ShapeView, TypesAnswer } from '../../contract/type-builder.js';
import { relationEnds, relationSentences, type RelationEnds } from './definitions.js';
import './relation-view.css';

interface Props {
  readonly types: TypesAnswer;
  readonly shape: ShapeView;
  /** The name of the attribute, which is empty while nobody has typed one. */
  readonly name: string;
  readonly attribute: PlainObject;
}

/** A relation as a drawing, and in a sentence for each end, which say the same to those who do not see it. */
export function RelationView({ types, shape, name, attribute }: Props) {
  const ends = relationEnds(types, shape, attribute);
  return (
    <>
      <Drawing name={name} ends={ends} />
      {relationSentences(ends).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </>
  );
}

/**
 * Both ends as boxes, and a line between them with the marks of entity diagrams: a fork at an end of which there can be many, a
 * bar at one of which there is at most one. A line that goes one way is dashed and has no mark where it begins.
 */
function Drawing({ name, ends }: { readonly name: string; readonly ends: RelationEnds }) {
  const { here, there, isToItself, back, hasMany, isOfMany } = ends;
  const marks = { begin: back === '' ? null : isOfMany, end: hasMany };
  if (isToItself)
    return (
      <div className="relation" data-itself aria-hidden>
        <Box type={here} attributes={[name, back]} />
        <svg
          className="relation-line"
          viewBox="0 0 56 48"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        >
          <path d="M0 12H38Q46 12 46 20V23Q46 31 38 31H0" strokeDasharray={back === '' ? '4 3' : undefined} />
          <Mark y={12} isMany={marks.begin} />
          <Mark y={31} isMany={marks.end} />
        </svg>
      </div>
    );
  return (
    <div className="relation" aria-hidden>
      <Box type={here} attributes={[name]} />
      <svg className="relation-line" viewBox="0 0 56 24" fill="none" stroke="currentColor" strokeWidth="1.5">
        <path d="M0 12H56" strokeDasharray={back === '' ? '4 3' : undefined} />
        <Mark y={12} isMany={marks.begin} />
        <g transform="matrix(-1 0 0 1 56 0)">
          <Mark y={12} isMany={marks.end} />
        </g>
      </svg>
      <Box type={there} attributes={[back]} />
    </div>
  );
}

/** What stands at an end of a line at the left, so high; null: nothing. */
const Mark = ({ y, isMany }: { readonly y: number; readonly isMany: boolean | null }) =>
  isMany !== null && <path d={isMany ? `M0 ${y - 7}L12 ${y}L0 ${y + 7}` : `M8 ${y - 6}V${y + 6}`} />;

const Box = ({ type, attributes }: { readonly type: string; readonly attributes: readonly string[] }) => (
  <span className="relation-end">
    <b>
      <bdi>{type}</bdi>
    </b>
    {attributes.map((name, at) => name !== '' && <code key={at}>{name}</code>)}
  </span>
);
