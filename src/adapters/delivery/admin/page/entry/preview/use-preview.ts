import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { previewWidths, type PreviewWidth } from '../../list/list-search.js';
import { useSession } from '../../session/session.js';
import { useEntry, useOpenEntry } from '../entry-context.js';

const route = getRouteApi('/content/$uid/$id');

/** Whether the preview is open, at which width, and how to change that. It is in the address. */
export function usePreview() {
  const { type } = useOpenEntry();
  const { previews, seesAs } = useSession();
  const { preview: width } = route.useSearch();
  const navigate = useNavigate();
  const exists = useEntry(({ entry }) => entry !== null);
  const canBe = exists && seesAs === null && previews.includes(type.uid);
  const show = (wanted: PreviewWidth | undefined): void =>
    void navigate({
      to: '.',
      search: ({ preview: _preview, ...now }: Readonly<Record<string, unknown>>) =>
        wanted === undefined ? now : { ...now, preview: wanted },
      replace: true,
    });
  return { canBe, width: canBe ? width : undefined, widths: previewWidths, show };
}
