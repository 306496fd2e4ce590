import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { PlanAnswer, ShapeView } from '../../contract/type-builder.js';
import { say } from '../messages/messages.js';
import { request } from '../session/api.js';
import { FailureView } from '../shell/failure-view.js';
import { useTitle } from '../shell/shell.js';
import { useChangeSet } from './change-set.js';
import { nameOf } from './definitions.js';
import { Leftovers } from './leftovers.js';
import { PlanPanel } from './plan-panel.js';
import { ShapeDialog } from './shape-dialog.js';
import { Shape } from './shape.js';
import './types.css';
import { Empty } from '../ui/empty.js';
import { Loading } from '../ui/loading.js';

const route = getRouteApi('/types');

/** Content-types and components: what they are, and in development how they change. */
export function TypesPage() {
  const { uid } = route.useSearch();
  const edits = useChangeSet((state) => state.edits);
  useTitle(say('types.title'));
  const found = useQuery({
    queryKey: ['types', edits],
    queryFn: async ({ signal }) =>
      (await request<{ data: PlanAnswer }>('POST', 'types/plan', { body: { edits }, signal })).data,
    placeholderData: keepPreviousData,
    // Files change by themselves while somebody works on them.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  const [isAdding, setAdding] = useState<'content-type' | 'component' | null>(null);
  const types = found.data;
  useFocusKept(types);
  if (found.error && (types === undefined || found.isPlaceholderData))
    return (
      <div className="types">
        <FailureView error={found.error} retry={() => void found.refetch()} />
        {edits.length > 0 && <Forget />}
      </div>
    );
  if (types === undefined) return <Frame />;
  const shown = types.shapes.find((shape) => shape.uid === uid) ?? types.shapes[0];
  return (
    <div className="types">
      <Heading types={types} add={setAdding} />
      <div className="types-body">
        <Shapes shapes={types.shapes} shown={shown?.uid} />
        {shown ? (
          <Shape key={shown.uid} types={types} shape={shown} />
        ) : (
          <Empty title={say('types.empty.title')} text={say('types.empty.text')} docs="content-types">
            {types.fixed === null && (
              <button type="button" className="button primary" onClick={() => setAdding('content-type')}>
                {say('types.add.type')}
              </button>
            )}
          </Empty>
        )}
      </div>
      <PlanPanel plan={types} isBusy={found.isFetching} refresh={() => void found.refetch()} />
      <Leftovers />
      {isAdding && <ShapeDialog shaped={isAdding} close={() => setAdding(null)} />}
    </div>
  );
}

/** A button that goes with what it was about leaves the focus nowhere: the plan gets it, or the screen. */
function useFocusKept(types: PlanAnswer | undefined): void {
  const isShown = useRef(false);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (isShown.current && isLost)
      (document.getElementById('plan-title') ?? document.getElementById('content'))?.focus({
        preventScroll: true,
      });
    isShown.current ||= types !== undefined;
  }, [types]);
}

interface HeadingProps {
  readonly types: PlanAnswer;
  readonly add: (shaped: 'content-type' | 'component') => void;
}

function Heading({ types, add }: HeadingProps) {
  return (
    <>
      <div className="types-head">
        <h1>{say('types.title')}</h1>
        {types.fixed === null && (
          <div className="row">
            <button type="button" className="button" onClick={() => add('content-type')}>
              {say('types.add.type')}
            </button>
            <button type="button" className="button" onClick={() => add('component')}>
              {say('types.add.component')}
            </button>
          </div>
        )}
      </div>
      {types.fixed !== null && (
        <p className="banner" role="note">
          {say(`types.fixed.${types.fixed}`)}
        </p>
      )}
    </>
  );
}

function Shapes({
  shapes,
  shown,
}: {
  readonly shapes: readonly ShapeView[];
  readonly shown?: string | undefined;
}) {
  const groups = [
    { title: 'types.types', shaped: 'content-type' },
    { title: 'types.components', shaped: 'component' },
  ] as const;
  return (
    <nav className="types-list" aria-label={say('types.title')}>
      {groups.map(({ title, shaped }) => {
        const own = shapes.filter((shape) => shape.shaped === shaped);
        if (own.length === 0) return null;
        return (
          <div key={shaped}>
            <p className="side-title" id={`types-${shaped}`}>
              {say(title)}
            </p>
            <ul aria-labelledby={`types-${shaped}`}>
              {own.map((shape) => (
                <li key={shape.uid}>
                  <Link
                    to="/types"
                    search={{ uid: shape.uid }}
                    aria-current={shape.uid === shown ? 'page' : undefined}
                  >
                    {nameOf(shape)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

/** Edits that the server cannot read must not keep the screen closed. */
function Forget() {
  const clear = useChangeSet((state) => state.clear);
  return (
    <button type="button" className="button" onClick={clear}>
      {say('types.discard')}
    </button>
  );
}

const Frame = () => (
  <div className="types">
    <h1>{say('types.title')}</h1>
    <Loading bars={3} />
  </div>
);
