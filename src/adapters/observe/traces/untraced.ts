import { randomBytes } from 'node:crypto';
import { ROOT_CONTEXT, trace, TraceFlags, type Context, type SpanContext } from '@opentelemetry/api';

/** Names a trace that is not sampled. Its ids are made when somebody reads them, which is seldom. */
class UntracedSpanContext implements SpanContext {
  readonly traceFlags = TraceFlags.NONE;
  private trace: string | undefined = undefined;
  private span: string | undefined = undefined;

  get traceId(): string {
    return (this.trace ??= randomBytes(16).toString('hex'));
  }

  get spanId(): string {
    return (this.span ??= randomBytes(8).toString('hex'));
  }
}

/** The context of a request without a trace: spans that code of the app makes in it are not sampled either. */
export const untraced = (): Context => trace.setSpanContext(ROOT_CONTEXT, new UntracedSpanContext());
