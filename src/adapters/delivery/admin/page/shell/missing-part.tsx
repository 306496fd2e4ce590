import { lazyRouteComponent } from '@tanstack/react-router';
import { Component, useEffect, useState, type ReactNode } from 'react';
import type { Start } from '../../contract/start.js';
import { say } from '../messages/messages.js';
import { request } from '../session/api.js';
import { isMissingPart, reloadForPart } from '../session/page-version.js';
import { Dialog } from '../ui/dialog.js';
import { Later } from '../ui/later.js';

/** A screen of its own file. The router would load the page again where it is missing, also without a connection. */
export const screen = <Name extends string>(
  load: () => Promise<Record<Name, () => ReactNode>>,
  name: NoInfer<Name>,
) =>
  lazyRouteComponent(
    () =>
      load().catch((cause: unknown) => {
        throw new Error('a screen is missing', { cause });
      }),
    name,
  );

function reload(): boolean {
  location.reload();
  return true;
}

/**
 * Says why a part of the page is missing. Where the server has another page by now, that is loaded as soon as nothing can be
 * lost.
 */
export function MissingPart({ heading: Heading }: { readonly heading: 'h1' | 'h2' }) {
  const [isAway, setAway] = useState<boolean | null>(null);
  /** `reloads` returns whether the page is loaded again: then there is nothing to say. */
  const look = (reloads: () => boolean): void =>
    // Plain: what is missing may be the question that a sign-in is asked for with.
    void request<{ data: Start }>('GET', 'start', { isPlain: true }).then(
      () => {
        if (!reloads()) setAway(false);
      },
      () => setAway(true),
    );
  useEffect(() => look(reloadForPart), []);
  if (isAway === null) return <p role="status">{say('loading')}</p>;
  return (
    <div className="missing-part" role="alert">
      <Heading>{say(isAway ? 'failure.offline.title' : 'version.title')}</Heading>
      <p>{say(isAway ? 'failure.offline.text' : 'version.part')}</p>
      <button type="button" className="button primary" onClick={() => look(reload)}>
        {say(isAway ? 'retry' : 'version.load')}
      </button>
    </div>
  );
}

interface PartProps {
  readonly children: ReactNode;
  readonly fallback?: ReactNode;
  /** Called when what is said of a missing part is closed. */
  readonly close?: () => void;
}

interface State {
  readonly error: unknown;
  readonly isClosed: boolean;
}

/** Something that is fetched when it is shown. If that fails, what is around it stays as it is. */
export class Part extends Component<PartProps, State> {
  override state: State = { error: null, isClosed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, isClosed: false };
  }

  /** What is opened again is tried again. */
  override componentDidUpdate(): void {
    if (this.state.isClosed && !this.props.children) this.setState({ error: null, isClosed: false });
  }

  override render() {
    const { error, isClosed } = this.state;
    const { children, fallback, close } = this.props;
    if (error === null) return <Later fallback={fallback}>{children}</Later>;
    if (!isMissingPart(error)) throw error;
    if (isClosed) return null;
    const closed = (): void => {
      this.setState({ isClosed: true });
      close?.();
    };
    return (
      <Dialog title={say('part.missing')} close={closed}>
        {(dismiss) => (
          <>
            <MissingPart heading="h2" />
            <div className="row">
              <button type="button" className="button" onClick={dismiss}>
                {say('close')}
              </button>
            </div>
          </>
        )}
      </Dialog>
    );
  }
}
