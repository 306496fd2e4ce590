import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, useEffect, type MouseEvent, type ReactNode } from 'react';
import { HeadingContext } from '../entry/fields/markdown/heading-context.js';
import { say } from '../messages/messages.js';
import { base } from '../session/api.js';
import { FailureView, NotFoundView } from '../shell/failure-view.js';
import { useTitle } from '../shell/shell.js';
import { Later } from '../ui/later.js';
import { Loading } from '../ui/loading.js';
import { linksWithin, withPictures } from './links-within.js';
import './docs.css';

const MarkdownPreview = lazy(() => import('../entry/fields/markdown/markdown-preview.js'));

/** The documentation of this version; each page is a chunk of its own. */
const pages = import.meta.glob<string>('../../../../../../docs/*.md', { query: '?raw', import: 'default' });

/** The addresses of the pictures of the documentation. */
const pictures = import.meta.glob<string>('../../../../../../docs/pictures/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
});

const addressOf = (name: string): string | undefined => {
  const address = pictures[`../../../../../../docs/pictures/${name}`];
  return address && new URL(address, import.meta.url).pathname;
};

const route = getRouteApi('/docs/$page');

/** A page of the documentation, which is in English. */
export function DocsPage(): ReactNode {
  const { page } = route.useParams();
  useTitle(say('docs.title'));
  const load = pages[`../../../../../../docs/${page}.md`];
  const found = useQuery({
    queryKey: ['docs', page],
    queryFn: async () => withPictures(linksWithin((await load?.()) ?? '', `${base}/docs`), addressOf),
    enabled: load !== undefined,
    staleTime: Infinity,
  });
  if (load === undefined) return <NotFoundView />;
  if (found.error) return <FailureView error={found.error} retry={() => void found.refetch()} />;
  return found.data === undefined ? <Loading className="docs" bars={4} /> : <Shown text={found.data} />;
}

function Shown({ text }: { readonly text: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    document.getElementById('content')?.scrollTo(0, 0);
  }, [text]);
  /** Links to other pages of it stay in this window. */
  const follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const anchor = link?.getAttribute('href') ?? '';
    if (anchor.startsWith('#')) {
      event.preventDefault();
      return headingOf(anchor.slice(1))?.scrollIntoView();
    }
    const [, page] = new RegExp(`^${base}/docs/([\\w-]+)`).exec(link?.getAttribute('href') ?? '') ?? [];
    if (page === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void navigate({ to: '/docs/$page', params: { page } });
  };
  return (
    <article className="docs" lang="en" dir="ltr" onClick={follow}>
      <HeadingContext value>
        <Later fallback={<Loading bars={4} />}>
          <MarkdownPreview text={text} />
        </Later>
      </HeadingContext>
    </article>
  );
}

/** Finds a heading by its name in links, as sites of Markdown make it. */
const headingOf = (name: string): Element | undefined =>
  [...document.querySelectorAll('.docs :is(h1, h2, h3)')].find(
    ({ textContent }) =>
      textContent
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-') === name,
  );
