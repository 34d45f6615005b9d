import { useStoreMap } from 'effector-react'
import type { PluginJob } from '../../contract/plugins.ts'
import type { Manifest } from '../../plugin-api/manifest.ts'
import { Notice, RelativeTime, useTranslation } from '../../ui/index.ts'
import { notificationOf, sentenceInSettings } from '../run/contributions/plugin-message.ts'
import { $pluginJobs } from './plugin-states.ts'

/** What a plugin's server half does by itself: how often, when last, and why it failed. Nothing where it does nothing. */
export function PluginJobs({ manifest }: { readonly manifest: Manifest }) {
  const { t } = useTranslation('app')
  const jobs = useStoreMap({
    store: $pluginJobs,
    keys: [manifest.id],
    fn: (all, [id]) => all.get(id) ?? null,
  })
  if (!jobs || jobs.length === 0) return null
  const isPermitted = manifest.permissions.includes('jobs') || jobs.every((job) => job.everyMinutes === null)
  return (
    <div className="plugin-jobs">
      <h3>{t('plugin.jobs.title')}</h3>
      {isPermitted ? (
        <ul>
          {jobs.map((job) => (
            <Job key={job.name} job={job} manifest={manifest} />
          ))}
        </ul>
      ) : (
        <p className="ui-field-hint">{t('plugin.jobs.notPermitted')}</p>
      )}
    </div>
  )
}

function Job({ job, manifest }: { readonly job: PluginJob; readonly manifest: Manifest }) {
  const { t } = useTranslation(['app', manifest.id])
  const { name, everyMinutes, at, words } = job
  return (
    <li>
      <p>{everyMinutes === null ? t('plugin.jobs.events') : t(`${manifest.id}:jobs.${name}`)}</p>
      <p className="ui-field-hint">
        {everyMinutes !== null && (
          <>
            {everyMinutes % 60 === 0
              ? t('plugin.jobs.hours', { count: everyMinutes / 60 })
              : t('plugin.jobs.minutes', { count: everyMinutes })}{' '}
          </>
        )}
        {at === null ? (
          t('plugin.jobs.notYet')
        ) : (
          <>
            {t('plugin.jobs.last')} <RelativeTime at={at} />
          </>
        )}
      </p>
      {words && <Notice tone="warning">{sentenceInSettings(notificationOf(manifest, words))}</Notice>}
    </li>
  )
}
