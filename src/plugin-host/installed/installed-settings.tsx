/** The part of the integration page for plugins from elsewhere: installing one, its permissions, what it did. */
import { useUnit } from 'effector-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { addressSettingOf } from '../../contract/plugin-bundle.ts'
import type { InstalledPlugin } from '../../contract/plugins.ts'
import { restartRequested } from '../../model/plugins/index.ts'
import { Button, FileButton, Notice, TextField, useTranslation } from '../../ui/index.ts'
import { $pluginSources } from '../run/catalogue.ts'
import { scanCode } from '../../contract/plugin-code-scan.ts'
import {
  $preview,
  installRequested,
  permissionsChanged,
  previewClosed,
  previewFx,
  previewRequested,
  removeRequested,
  revertRequested,
} from './installed.ts'
import { $crashes, crashesCleared, isSwitchedOff } from './crashes.ts'
import { DeclaredCommands } from './declared-commands.tsx'
import { $doneByItself, $plugins } from '../settings/plugin-states.ts'
import { $ledger, type LedgerRow, undoOfPluginRequested } from './ledger.ts'
import { changedGrants, defaultsOf, grantOf, hostInSetting, type SettingValues } from './permission-grants.ts'
import { Permissions, Ungranted, type PermissionsProps } from './plugin-permissions.tsx'
import { PluginUpdate, ScanFindings } from './updates/plugin-update.tsx'
import { AddressField, CatalogueSection } from './catalogue-section.tsx'
import { isSafeMode } from '../run/safe-mode.ts'

/** The field for an address, the file, and what either would install. */
export function InstallSection() {
  const { t } = useTranslation('app')
  const { preview, loading, look, restart } = useUnit({
    restart: restartRequested,
    preview: $preview,
    loading: previewFx.pending,
    look: previewRequested,
  })
  return (
    <section className="settings-section plugins-elsewhere" aria-labelledby="plugins-elsewhere">
      <h2 id="plugins-elsewhere">{t('plugin.elsewhere.title')}</h2>
      <p className="ui-field-hint">{t('plugin.elsewhere.hint')}</p>
      {isSafeMode && (
        <Notice
          tone="warning"
          actions={
            <Button onClick={() => restart({ isSafe: false })}>{t('plugin.elsewhere.restart')}</Button>
          }
        >
          {t('plugin.elsewhere.safeMode')}
        </Notice>
      )}
      <AddressField
        name="plugin-address"
        label={t('plugin.elsewhere.address')}
        button={t('plugin.elsewhere.look')}
        busy={loading}
        onLook={(address) => look({ address })}
      >
        <FileButton
          accept=".json,application/json"
          onFile={async (file) => look({ bundle: await file.text() })}
        >
          {t('plugin.elsewhere.file')}
        </FileButton>
      </AddressField>
      <p className="ui-field-hint">
        <Link to="/workshop">{t('plugin.workshop.write')}</Link>
      </p>
      {preview && <Preview key={preview.preview.hash} />}
      <CatalogueSection />
    </section>
  )
}

function Preview() {
  const { t, i18n } = useTranslation('app')
  const { shown, plugins, close, install } = useUnit({
    shown: $preview,
    plugins: $plugins,
    close: previewClosed,
    install: installRequested,
  })
  const [granted, setGranted] = useState<readonly string[]>([])
  const [addresses, setAddresses] = useState<Readonly<Record<string, string>>>({})
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => group.current?.focus(), [])
  if (!shown) return null
  const { manifest, texts, hash, address, serverHalf, code, replaces } = shown.preview
  const text = texts[i18n.language] ?? texts['en']
  const permissions = {
    requested: manifest.permissions,
    granted,
    values: {
      ...defaultsOf(manifest),
      ...(replaces?.keepsSettings !== false && plugins.get(manifest.id)?.values),
      ...addresses,
    },
  }
  return (
    <div
      ref={group}
      tabIndex={-1}
      className="plugin-preview"
      role="group"
      aria-label={t('plugin.elsewhere.preview')}
    >
      <h3>{text?.name || manifest.id}</h3>
      <p>{text?.description}</p>
      <p className="ui-field-hint">
        {t('plugin.elsewhere.origin', {
          address: address ?? t('plugin.elsewhere.aFile'),
          version: manifest.version,
        })}
      </p>
      <p className="ui-field-hint">{t('plugin.elsewhere.hash', { hash })}</p>
      {replaces && (
        <Notice tone={replaces.keepsSettings ? 'quiet' : 'warning'}>
          {t(replaces.keepsSettings ? 'plugin.elsewhere.replaces' : 'plugin.elsewhere.replacesOther', {
            version: replaces.version,
            address: replaces.address ?? t('plugin.elsewhere.aFile'),
          })}
        </Notice>
      )}
      {replaces && isOlderVersion(manifest.version, replaces.version) && (
        <Notice tone="warning">{t('plugin.elsewhere.older', { version: manifest.version })}</Notice>
      )}
      {serverHalf !== 'none' && (
        <Notice tone={serverHalf === 'off' ? 'warning' : 'quiet'}>
          {t(serverHalf === 'off' ? 'plugin.elsewhere.serverHalf' : 'plugin.elsewhere.serverHalfRuns')}
        </Notice>
      )}
      <Addresses
        requested={manifest.permissions}
        values={permissions.values}
        onChange={(setting, entered) => {
          setAddresses({ ...addresses, [setting]: entered })
          // What was granted for another host is not granted for this one.
          setGranted(changedGrants(granted, `net:{${setting}}`, null))
        }}
      />
      <RequestedPermissions {...permissions} onChange={setGranted} />
      <DeclaredCommands title={t('plugin.commands.title')} commands={manifest.commands ?? []} />
      <ScanFindings findings={scanCode(code)} />
      <Ungranted {...permissions} />
      <div className="ui-buttons">
        <Button variant="primary" onClick={() => install({ granted, values: addresses })}>
          {t('plugin.elsewhere.install')}
        </Button>
        <Button onClick={() => close()}>{t('common:action.cancel')}</Button>
      </div>
    </div>
  )
}

type AddressesProps = {
  readonly requested: readonly string[]
  readonly values: SettingValues
  readonly onChange: (setting: string, address: string) => void
}

/** The settings with addresses for whose hosts the plugin asks: entered here, they are allowed at once. */
function Addresses({ requested, values, onChange }: AddressesProps) {
  const { t } = useTranslation('app')
  return requested.map((permission) => {
    const setting = addressSettingOf(permission)
    if (setting === null) return null
    return (
      <TextField
        key={setting}
        type="url"
        name={setting}
        label={t('plugin.elsewhere.serviceAddress', { setting })}
        hint={t('plugin.elsewhere.serviceAddressHint')}
        value={String(values[setting] ?? '')}
        onChange={(event) => onChange(setting, event.currentTarget.value.trim())}
      />
    )
  })
}

/** All that a plugin asks for; a sentence where that is nothing. */
function RequestedPermissions(props: Omit<PermissionsProps, 'title'>) {
  const { t } = useTranslation('app')
  if (props.requested.length === 0) return <p>{t('plugin.permission.none')}</p>
  return <Permissions title={t('plugin.permission.title')} {...props} />
}

const messageOf = ({ kind, what }: LedgerRow) => {
  if (kind === 'wrote') return what
  return kind === 'read' ? 'found' : 'contacted'
}

/** Below an installed plugin's own settings; nothing for a built-in one. */
export function InstalledPane({ id, values }: { readonly id: string; readonly values: SettingValues }) {
  const sources = useUnit($pluginSources)
  const installed = sources.find((source) => source.id === id)?.installed
  return installed ? <Installed installed={installed} values={values} /> : null
}

/** An address in a setting leads to a host that was not granted: the user is asked. */
function UngrantedHosts({
  installed,
  values,
  onAllow,
}: {
  readonly installed: InstalledPlugin
  readonly values: SettingValues
  readonly onAllow: () => void
}) {
  const { t } = useTranslation('app')
  const change = useUnit(permissionsChanged)
  const { manifest, granted } = installed
  return manifest.permissions.map((permission) => {
    const setting = addressSettingOf(permission)
    const grant = grantOf(permission, values)
    if (setting === null || grant === null || granted.includes(grant)) return null
    const host = hostInSetting(values, setting)
    const allow = () => {
      change({ plugin: manifest.id, granted: changedGrants(granted, permission, grant) })
      onAllow()
    }
    return (
      <Notice
        key={permission}
        tone="warning"
        actions={<Button onClick={allow}>{t('plugin.permission.allowHost', { host })}</Button>}
      >
        {t('plugin.permission.otherHost', { host })}
      </Notice>
    )
  })
}

function Installed({
  installed,
  values,
}: {
  readonly installed: InstalledPlugin
  readonly values: SettingValues
}) {
  const { t } = useTranslation('app')
  const { id, permissions, commands = [] } = installed.manifest
  const { change, remove, revert, rows, undo, crashes, restart, doneByItself } = useUnit({
    doneByItself: $doneByItself,
    crashes: $crashes,
    restart: crashesCleared,
    change: permissionsChanged,
    remove: removeRequested,
    revert: revertRequested,
    rows: $ledger,
    undo: undoOfPluginRequested,
  })
  const permissionsRef = useRef<HTMLFieldSetElement>(null)
  const own = rows.filter(({ plugin }) => plugin === id)
  const { contacted = [], isSwitchedOff: isOffByItself = false } = doneByItself.get(id) ?? {}
  return (
    <div className="plugin-installed">
      {isSwitchedOff(crashes, id) && (
        <Notice
          tone="warning"
          actions={<Button onClick={() => restart(id)}>{t('plugin.crashed.restart')}</Button>}
        >
          {t('plugin.crashed.hint')}
        </Notice>
      )}
      {isOffByItself && <Notice tone="warning">{t('plugin.crashed.byItself')}</Notice>}
      <p className="ui-field-hint">
        {t('plugin.elsewhere.origin', {
          address: installed.address ?? t('plugin.elsewhere.aFile'),
          version: installed.manifest.version,
        })}
      </p>
      <UngrantedHosts
        installed={installed}
        values={values}
        // Its button goes with it.
        onAllow={() => permissionsRef.current?.focus()}
      />
      <RequestedPermissions
        ref={permissionsRef}
        requested={permissions}
        granted={installed.granted}
        values={values}
        onChange={(granted) => change({ plugin: id, granted })}
      />
      <DeclaredCommands title={t('plugin.commands.title')} commands={commands} />
      {installed.address !== null && <PluginUpdate installed={installed} values={values} />}
      <h3>{t('plugin.ledger.title')}</h3>
      {own.length + contacted.length === 0 && <p className="ui-field-hint">{t('plugin.ledger.empty')}</p>}
      <ul className="plugin-list">
        {own.toReversed().map((row) => (
          <li key={`${row.kind} ${row.what} ${row.at}`}>
            {t(`plugin.ledger.${messageOf(row)}`, {
              what: row.what,
              count: row.count,
            })}
          </li>
        ))}
        {contacted.toReversed().map(({ host, count }) => (
          <li key={host}>{t('plugin.ledger.contactedByItself', { what: host, count })}</li>
        ))}
      </ul>
      <div className="ui-buttons">
        {own.some(({ kind }) => kind === 'wrote') && (
          <Button onClick={() => undo(id)}>{t('plugin.ledger.undo')}</Button>
        )}
        {installed.previousVersion !== null && (
          <Button onClick={() => revert(id)}>
            {t('plugin.elsewhere.revert', { version: installed.previousVersion })}
          </Button>
        )}
        <Button onClick={() => remove(id)}>{t('plugin.elsewhere.remove')}</Button>
      </div>
    </div>
  )
}

/** Whether a version comes before another one: numbers by their size, `1.0.0-beta` before `1.0.0`. */
export function isOlderVersion(version: string, other: string): boolean {
  const [[release = '', ...early], [otherRelease = '', ...otherEarly]] = [
    version.split('-'),
    other.split('-'),
  ]
  const order = release.localeCompare(otherRelease, 'en', { numeric: true })
  if (order !== 0) return order < 0
  if (early.length === 0 || otherEarly.length === 0) return early.length > otherEarly.length
  return early.join('-').localeCompare(otherEarly.join('-'), 'en', { numeric: true }) < 0
}
