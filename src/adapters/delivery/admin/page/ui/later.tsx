import { Children, Suspense, useDeferredValue, type ReactNode } from 'react';

interface LaterProps {
  /** Each an element whose code is fetched when it is first shown, or nothing. */
  readonly children: ReactNode;
  /** What is shown until then. */
  readonly fallback?: ReactNode;
}

/** Shows each of its children as soon as its code is there. */
export const Later = ({ children, fallback = null }: LaterProps): ReactNode =>
  Children.map(children, (child) => child && <Fetched fallback={fallback}>{child}</Fetched>);

/** Rendered beside the fallback: in its place, React would go on showing that for 300 ms at least. */
function Fetched({ children, fallback }: LaterProps) {
  const isBegun = useDeferredValue(true, false);
  return <Suspense fallback={fallback}>{isBegun ? children : fallback}</Suspense>;
}
