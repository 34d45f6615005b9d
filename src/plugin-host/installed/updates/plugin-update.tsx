/** The part of an installed plugin's pane for its newer version. */
import { useUnit } from 'effector-react'
import { useRef, useState } from 'react'
import type { InstalledPlugin } from '../../../contract/plugins.ts'
import { $services } from '../../../model/services.ts'
import { formatBytes } from '../../../ui/format/bytes.ts'
import { Button, Checkbox, formatFullTime, TextField, useTranslation } from '../../../ui/index.ts'
import { isOnThisMachine } from '../../run/catalogue.ts'
import { $followed, followingChanged } from './follow-changes.ts'
import { CodeDifference } from './code-difference.tsx'
import { commandsBeside, DeclaredCommands } from '../declared-commands.tsx'
import type { SettingValues } from '../permission-grants.ts'
import { permissionLabel, Permissions } from '../plugin-permissions.tsx'
import {
  $updates,
  dueAt,
  MAX_DAYS,
  searchFx,
  updateAccepted,
  updateSearched,
  waitChanged,
  waitOf,
  type FoundUpdate,
} from './updates.ts'
import type { Finding } from '../../../contract/plugin-code-scan.ts'

export function PluginUpdate({ installed, values }: Pick<FoundProps, 'installed' | 'values'>) {
  const { t } = useTranslation('app')
  const { id } = installed.manifest
  const { updates, searching, search, changeWait, followed, follow } = useUnit({
    followed: $followed,
    follow: followingChanged,
    updates: $updates,
    searching: searchFx.pending,
    search: updateSearched,
    changeWait: waitChanged,
  })
  const found = updates[id]?.found
  const searchButton = useRef<HTMLButtonElement>(null)
  return (
    <>
      <h3>{t('plugin.update.title')}</h3>
      <TextField
        label={t('plugin.update.days')}
        hint={t('plugin.update.daysHint')}
        name="update-days"
        type="number"
        inputMode="numeric"
        required
        min={0}
        max={MAX_DAYS}
        step={1}
        // An empty field stays empty while another number is typed.
        defaultValue={waitOf(updates, id)}
        onChange={({ currentTarget: { valueAsNumber, validity } }) => {
          if (validity.valid && !Number.isNaN(valueAsNumber)) changeWait({ plugin: id, days: valueAsNumber })
        }}
      />
      {isOnThisMachine(installed.address) && (
        <Checkbox
          label={t('plugin.update.follow')}
          hint={t('plugin.update.followHint')}
          checked={followed.includes(id)}
          onChange={(on) => follow({ plugin: id, on })}
        />
      )}
      {found && (
        <Found
          key={found.hash}
          installed={installed}
          values={values}
          found={found}
          due={dueAt(updates, id, found)}
          // Its own button goes with it.
          onInstall={() => searchButton.current?.focus()}
        />
      )}
      <div className="ui-buttons">
        <Button ref={searchButton} busy={searching} onClick={() => search(id)}>
          {t('plugin.update.search')}
        </Button>
      </div>
    </>
  )
}

type FoundProps = {
  readonly installed: InstalledPlugin
  readonly values: SettingValues
  readonly found: FoundUpdate
  /** ms since 1970 */
  readonly due: number
  readonly onInstall: () => void
}

/** How the version that was found differs from the installed one. */
function Found({ installed, values, found, due, onInstall }: FoundProps) {
  const { t, i18n } = useTranslation('app')
  const { services, accept } = useUnit({ services: $services, accept: updateAccepted })
  const { manifest, granted, hash, size } = installed
  const [added, setAdded] = useState<readonly string[]>([])
  const requested = found.permissions.filter((one) => !(manifest.permissions as string[]).includes(one))
  const dropped = manifest.permissions.filter((one) => !found.permissions.includes(one))
  const { commands = [] } = manifest
  const isDue = services.clock.now() >= due
  const bytes = (count: number) => formatBytes(count, i18n)
  return (
    <div role="group" className="plugin-preview" aria-label={t('plugin.update.found')}>
      <p>{t('plugin.update.versions', { before: manifest.version, after: found.version })}</p>
      <p>{t('plugin.update.sizes', { before: bytes(size), after: bytes(found.size) })}</p>
      <p className="ui-field-hint">{t('plugin.update.hashes', { before: hash, after: found.hash })}</p>
      {requested.length + dropped.length === 0 && <p>{t('plugin.update.samePermissions')}</p>}
      {requested.length > 0 && (
        <Permissions
          title={t('plugin.update.added')}
          requested={requested}
          granted={added}
          values={{ ...found.defaults, ...values }}
          onChange={setAdded}
        />
      )}
      {dropped.length > 0 && (
        <>
          <p>{t('plugin.update.dropped')}</p>
          <ul className="plugin-list">
            {dropped.map((one) => (
              <li key={one}>{permissionLabel(one, t, values)}</li>
            ))}
          </ul>
        </>
      )}
      <DeclaredCommands
        title={t('plugin.commands.added')}
        commands={commandsBeside(found.commands, commands)}
      />
      <DeclaredCommands
        title={t('plugin.commands.dropped')}
        commands={commandsBeside(commands, found.commands)}
      />
      <ScanFindings findings={found.findings} />
      <CodeDifference plugin={manifest.id} hash={found.hash} />
      {!isDue && <p>{t('plugin.update.waits', { date: formatFullTime(due, i18n.language) })}</p>}
      <div className="ui-buttons">
        <Button
          variant={isDue ? 'primary' : 'plain'}
          onClick={() => {
            accept({ plugin: manifest.id, granted: [...granted, ...added] })
            onInstall()
          }}
        >
          {t(isDue ? 'plugin.elsewhere.install' : 'plugin.update.now')}
        </Button>
      </div>
    </div>
  )
}

/** What a scan of a plugin's code found, in words. */
export function ScanFindings({ findings }: { readonly findings: readonly Finding[] }) {
  const { t } = useTranslation('app')
  return (
    <>
      <h4>{t('plugin.scan.title')}</h4>
      {findings.length === 0 && <p>{t('plugin.scan.none')}</p>}
      {findings.length > 0 && (
        <ul className="plugin-list">
          {findings.map(({ kind, names, isNew = false }) => (
            <li key={`${kind} ${isNew}`}>
              {isNew && <strong>{t('plugin.scan.new')} </strong>}
              {t(`plugin.scan.${kind}`, { what: names.join(', ') })}
            </li>
          ))}
        </ul>
      )}
      <p className="ui-field-hint">{t('plugin.scan.hint')}</p>
    </>
  )
}
