import type { Manifest } from '../../plugin-api/manifest.ts'
import { RelativeTime, useTranslation } from '../../ui/index.ts'
import { notificationOf, sentenceInSettings } from '../run/contributions/plugin-message.ts'
import type { Connection } from './connection.ts'

type ConnectionStateProps = { readonly manifest: Manifest; readonly connection: Connection }

/** A state in a word, and what it is known from: the last delivery, or what is still to be entered. */
export function ConnectionState({ manifest, connection }: ConnectionStateProps) {
  const { t, i18n } = useTranslation(['app', manifest.id])
  return (
    <span className="connection">
      <span className="connection-state" data-state={connection.state}>
        {t(`plugin.connection.${connection.state}`)}
      </span>
      {connection.state === 'notSetUp' && (
        <span className="connection-detail">
          {t('plugin.connection.missing', {
            fields: new Intl.ListFormat(i18n.language).format(
              connection.missing.map((name) => t(`${manifest.id}:settings.${name}`)),
            ),
          })}
        </span>
      )}
      {'outcome' in connection && (
        <span className="connection-detail">
          {connection.outcome.words === null
            ? t(`plugin.connection.by.${connection.outcome.kind}`)
            : sentenceInSettings(notificationOf(manifest, connection.outcome.words))}
          {' · '}
          <RelativeTime at={connection.outcome.at} />
        </span>
      )}
    </span>
  )
}
