import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { registry } from '../../../model/app/registry.ts'
import { screenRequested } from '../../../model/location/index.ts'
import { $push, $pushBusy, pushStateRequested, type PushState } from '../../../model/push/index.ts'
import { Button, Notice, SkeletonText, useTranslation, WarningIcon } from '../../../ui/index.ts'
import { $screens } from '../../registry.ts'
import { Section, SettingRow } from '../controls/index.ts'

/** Notifications of new entries: on this device, a test, and those of other browsers. */
export function NotificationsPage() {
  const { t } = useTranslation(['settings', 'app'])
  const { push, busy, screens, open, invoke, request } = useUnit({
    push: $push,
    busy: $pushBusy,
    screens: $screens,
    open: screenRequested,
    invoke: registry.commandInvoked,
    request: pushStateRequested,
  })
  useEffect(() => {
    request()
    // The permission is changed outside of the page.
    window.addEventListener('focus', request)
    return () => window.removeEventListener('focus', request)
  }, [request])
  const run = (id: string) => () => invoke({ id, source: 'button' })
  if (push.status === 'loading') return <SkeletonText lines={4} />
  const isOn = push.status === 'on'
  return (
    <>
      <Section title={t('notifications.device')}>
        <div data-setting="push" data-state={push.status}>
          <SettingRow label={t('notifications.push.label')} hint={t(hintOf(push))}>
            {isOn ? (
              <Button busy={busy} onClick={run('notifications:disable')}>
                {t('notifications.disable')}
              </Button>
            ) : (
              <Button
                variant="primary"
                busy={busy}
                disabled={isFinal(push.problem)}
                onClick={run('notifications:enable')}
              >
                {t('notifications.enable')}
              </Button>
            )}
          </SettingRow>
        </div>
        {push.problem && (
          <Notice tone="warning" icon={<WarningIcon aria-hidden="true" />}>
            {t(`app:push.problem.${push.problem}`)}
          </Notice>
        )}
        {isOn && (
          <SettingRow label={t('notifications.test.label')} hint={t('notifications.test.words')}>
            <Button busy={busy} onClick={run('notifications:test')}>
              {t('notifications.test.button')}
            </Button>
          </SettingRow>
        )}
        {push.others > 0 && (
          <SettingRow
            label={t('notifications.others.label', { count: push.others })}
            hint={t('notifications.others.words')}
          >
            <Button busy={busy} onClick={run('notifications:disable-everywhere')}>
              {t('notifications.disableEverywhere')}
            </Button>
          </SettingRow>
        )}
      </Section>
      <Section title={t('notifications.which.title')}>
        <SettingRow label={t('notifications.which.label')} hint={t('notifications.which.words')}>
          {screens.some(({ path }) => path.startsWith(RULES)) && (
            <Button onClick={() => open({ path: RULES })}>{t('notifications.which.button')}</Button>
          )}
        </SettingRow>
      </Section>
    </>
  )
}

/** The screen of action rules. */
const RULES = '/action'

const hintOf = ({ status }: PushState) =>
  status === 'on' ? 'notifications.push.on' : 'notifications.push.off'

/** Asking again cannot help. */
const isFinal = (problem: PushState['problem']): boolean =>
  problem === 'insecure' || problem === 'unsupported' || problem === 'blocked'
