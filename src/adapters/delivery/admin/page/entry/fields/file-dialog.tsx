import { useQuery } from '@tanstack/react-query';
import type { LinkedLabel } from '../../../contract/links.js';
import type { MediaFile } from '../../../contract/media.js';
import { Description } from '../../media/description.js';
import { Picture } from '../../media/picture.js';
import { useTexts } from '../../media/use-texts.js';
import { say } from '../../messages/messages.js';
import { request } from '../../session/api.js';
import { queryClient } from '../../session/query-client.js';
import { FailureView } from '../../shell/failure-view.js';
import { Dialog } from '../../ui/dialog.js';
import { Loading } from '../../ui/loading.js';
import { noteDescribed } from './described-files.js';

interface Props {
  readonly file: LinkedLabel;
  readonly close: () => void;
}

/** What is said of a file, over the entry. */
export default function FileDialog({ file: { documentId, label }, close }: Props) {
  const key = ['file', documentId];
  const found = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await request<{ data: MediaFile }>('GET', `media/${documentId}`, { signal })).data,
    gcTime: 0,
  });
  const take = (file: MediaFile): void => {
    queryClient.setQueryData(key, file);
    noteDescribed(file);
  };
  return (
    <Dialog title={label} close={close} className="file-dialog">
      {(dismiss) => (
        <>
          {found.data !== undefined ? (
            <Said file={found.data} take={take} />
          ) : found.error ? (
            <FailureView error={found.error} retry={() => void found.refetch()} />
          ) : (
            <Loading bars={3} />
          )}
          <div className="row">
            <button type="button" className="button primary" onClick={dismiss}>
              {say('close')}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function Said({ file, take }: { readonly file: MediaFile; readonly take: (file: MediaFile) => void }) {
  const texts = useTexts(file, take);
  return (
    <>
      <Picture file={file} texts={texts} />
      <Description file={file} texts={texts} />
    </>
  );
}
