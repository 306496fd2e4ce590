import type { Profile } from '../../contract/profile.js';
import { say } from '../messages/messages.js';
import { FailureView } from '../shell/failure-view.js';
import { useTitle } from '../shell/shell.js';
import { useAnswer } from '../settings/setting.js';
import { Loading } from '../ui/loading.js';
import { Looks } from './looks.js';
import { OwnSignIns } from './own-sign-ins.js';
import { PasswordForm, PersonForm } from './person-forms.js';
import { SecondFactor } from './second-factor.js';
import '../list/list.css';
import '../settings/settings.css';
import './profile.css';

/** What administrators change of themselves, and how this browser shows the page to them. */
export function ProfilePage() {
  const found = useAnswer<{ readonly data: Profile }>('profile');
  useTitle(say('profile.title'));
  return (
    <div className="profile">
      <h1>{say('profile.title')}</h1>
      {found.error && found.data === undefined ? (
        <FailureView error={found.error} retry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <Loading className="profile-part" bars={3} />
      ) : (
        <>
          <PersonForm profile={found.data.data} />
          <PasswordForm profile={found.data.data} />
          <SecondFactor profile={found.data.data} />
        </>
      )}
      <Looks />
      <OwnSignIns />
    </div>
  );
}
