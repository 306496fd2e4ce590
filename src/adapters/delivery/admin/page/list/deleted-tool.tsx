import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import type { WireType } from '../../contract/types.js';
import { say } from '../messages/messages.js';
import { useSession } from '../session/session.js';
import { Tool } from '../ui/tool.js';

/** Opens the deleted entries of a type whose history is kept, for those who may read it. */
export function DeletedTool({ type: { uid, history } }: { readonly type: WireType }) {
  const { rights } = useSession();
  const navigate = useNavigate();
  if (history === null || rights[uid]?.history === undefined) return null;
  return (
    <Tool
      label={say('deleted.open')}
      icon={<Trash2 size={18} aria-hidden />}
      run={() => void navigate({ to: '/content/$uid/deleted', params: { uid } })}
    />
  );
}
