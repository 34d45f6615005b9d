/** The integration page: each plugin's pane, rendered from its schema. */
import { useStoreMap, useUnit } from 'effector-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import {
  Button,
  ErrorState,
  PasswordField,
  Select,
  SkeletonText,
  Switch,
  TextArea,
  TextField,
  useTranslation,
} from '../../ui/index.ts'
import { registry } from '../../model/app/index.ts'
import { $general, settingChanged, type SettingChange } from '../../model/settings/index.ts'
import './plugin-settings.css'
import { InstalledPane, InstallSection } from '../installed/installed-settings.tsx'
import { fieldGroupsOf, wrongWith, type Field } from './fields.ts'
import { isPluginListed } from './is-plugin-listed.ts'
import { isUnreachable } from '../run/is-unreachable.ts'
import {
  $plugins,
  $pluginsError,
  pluginSecretChanged,
  pluginSettingChanged,
  pluginsRequested,
  type PluginState,
} from './plugin-states.ts'
import { pluginHostStarted } from '../run/plugins.ts'
import { asApiError } from '../../api/index.ts'
import { memoizeByObject } from '../../core/index.ts'
import { safeHref } from '../../core/safe-href.ts'
import { errorMessage } from '../../features/shared/error-message/index.ts'
import { CHECK_CALL, isLazy, type Manifest } from '../../plugin-api/manifest.ts'
import { $settingsParts } from '../../features/registry.ts'
import { PluginJobs } from './plugin-jobs.tsx'
import { controlOf } from './setting-address.ts'
import { $visiblePlugins } from '../run/visible-plugins.ts'

/** Mounted by the app into the settings' integration page. */
export function PluginSettings() {
  const { plugins, visible, error, show, start } = useUnit({
    plugins: $plugins,
    visible: $visiblePlugins,
    error: $pluginsError,
    show: pluginsRequested,
    start: pluginHostStarted,
  })
  const { t } = useTranslation(['app', 'common', 'errors', 'settings'])
  useEffect(() => {
    start()
    show()
  }, [start, show])
  if (error && plugins.size === 0)
    return (
      <ErrorState
        title={t('plugin.cannotShow')}
        description={isFromServer(error) ? errorMessage(error, t) : t('plugin.offline')}
        actions={<Button onClick={() => show()}>{t('common:action.retry')}</Button>}
      />
    )
  if (plugins.size === 0) return <SkeletonText lines={6} />
  return (
    <>
      <p className="ui-field-hint">{t('settings:integration.words')}</p>
      <div className="settings-plugins">
        {[...plugins.values()]
          .filter(({ manifest }) => visible.some(({ id }) => id === manifest.id))
          .filter(({ manifest, values }) => isPluginListed(manifest, values[manifest.enabledBy] === true))
          .map((state) => (
            <Pane key={state.manifest.id} state={state} />
          ))}
        <InstallSection />
      </div>
    </>
  )
}

/** The server was reached, and said or did something wrong. */
const isFromServer = (error: unknown): boolean => asApiError(error) !== null && !isUnreachable(error)

function Pane({ state }: { readonly state: PluginState }) {
  const { manifest, values } = state
  const { t } = useTranslation([manifest.id])
  const on = values[manifest.enabledBy] === true
  const groups = on ? fieldGroupsOf(manifest) : fieldGroupsOf(manifest).slice(0, 1)
  return (
    <section className="settings-section" aria-labelledby={`plugin-${manifest.id}`} data-plugin={manifest.id}>
      <h2 id={`plugin-${manifest.id}`}>{t('name')}</h2>
      <p className="ui-field-hint">{t('description')}</p>
      {on && !isLazy(manifest) && <RunsFromStart />}
      {manifest.help !== undefined && <HelpLink address={manifest.help} plugin={t('name')} />}
      {groups.map(({ title, fields }) => {
        const drawn = fields.map((field) => (
          <div
            key={field.name}
            className="setting"
            data-kind={field.kind}
            data-setting={controlOf(manifest.id, field.name)}
          >
            <PaneField field={field} state={state} />
          </div>
        ))
        if (title === null) return drawn
        return (
          <fieldset key={title} className="plugin-fields">
            <legend>{t(title)}</legend>
            {drawn}
          </fieldset>
        )
      })}
      {on && <CheckButton manifest={manifest} />}
      {on && <SettingsPart id={manifest.id} />}
      {on && <PluginJobs manifest={manifest} />}
      <InstalledPane id={manifest.id} values={values} />
    </section>
  )
}

/** Unlike the others, whose code waits until it is used. */
function RunsFromStart() {
  const { t } = useTranslation('app')
  return <p className="ui-field-hint">{t('plugin.fromStart')}</p>
}

function HelpLink({ address, plugin }: { readonly address: string; readonly plugin: string }) {
  const { t } = useTranslation('app')
  return (
    <p className="ui-field-hint">
      <a href={safeHref(address)} target="_blank" rel="noopener noreferrer">
        {t('plugin.help', { plugin, host: URL.parse(address)?.host })}
      </a>
    </p>
  )
}

/** Tries the connection by the command that the manifest has for that. */
function CheckButton({ manifest }: { readonly manifest: Manifest }) {
  const { t } = useTranslation([manifest.id])
  const { invoke, registered } = useUnit({
    invoke: registry.commandInvoked,
    registered: registry.$commands,
  })
  const check = manifest.commands?.find(({ call }) => call === CHECK_CALL)
  if (!check) return null
  return (
    <div className="setting">
      {/* Its browser half may still be starting, or have failed. */}
      <Button disabled={!registered.has(check.id)} onClick={() => invoke({ id: check.id, source: 'button' })}>
        {t(check.title)}
      </Button>
    </div>
  )
}

type PartOf = { readonly id: string; readonly load: Parameters<typeof lazy>[0] }
const componentOf = memoizeByObject(({ id, load }: PartOf) => ({ id, Component: lazy(load) }))
const $partComponents = $settingsParts.map((parts) => parts.map(componentOf))

/** What the plugin itself shows in its pane. */
function SettingsPart({ id: plugin }: { readonly id: string }) {
  return useUnit($partComponents)
    .filter(({ id }) => id === plugin)
    .map(({ Component }, at) => (
      <Suspense key={at} fallback={<SkeletonText lines={3} />}>
        <Component />
      </Suspense>
    ))
}

function PaneField({ field, state }: { readonly field: Field; readonly state: PluginState }) {
  const { manifest, values, secretsSet } = state
  const { t } = useTranslation([manifest.id])
  const [change, changeSecret, changeOfReader] = useUnit([
    pluginSettingChanged,
    pluginSecretChanged,
    settingChanged,
  ])
  const isOfReader = field.name in (manifest.readerSettings?.shape ?? {})
  const ofReader: unknown = useStoreMap({
    store: $general,
    keys: [field.name],
    fn: (general, [name]) => Object.entries(general).find(([key]) => key === name)?.[1] ?? null,
  })
  const label = t(`settings.${field.name}`)
  // Plugins from elsewhere may have none.
  const hint = t(`settings.${field.name}Hint`, '')
  const set = (next: unknown) =>
    isOfReader
      ? changeOfReader({
          tab: 'general',
          key: field.name,
          value: next,
          label: `${manifest.id}:settings.${field.name}`,
        } as SettingChange)
      : change({ id: manifest.id, values: { [field.name]: next } })
  const value = isOfReader ? ofReader : values[field.name]
  if (field.kind === 'switch')
    return <Switch label={label} hint={hint} name={field.name} checked={value === true} onChange={set} />
  if (field.kind === 'choice')
    return (
      <Select
        label={label}
        hint={hint}
        name={field.name}
        value={String(value)}
        choices={field.choices.map((choice) => ({
          value: choice,
          label: t(`settings.${field.name}Choices.${choice}`),
        }))}
        onChange={set}
      />
    )
  if (field.kind === 'secret')
    return (
      <SecretField
        label={label}
        hint={hint}
        name={field.name}
        multiline={field.multiline}
        isSet={secretsSet.includes(field.name)}
        wrong={(text) => {
          const wrong = wrongWith(manifest, field.name, text)
          return wrong && t(wrong.key, wrong.values ?? {})
        }}
        onSave={(text) => changeSecret({ id: manifest.id, name: field.name, text })}
      />
    )
  return (
    <WrittenField
      label={label}
      hint={hint}
      name={field.name}
      multiline={field.kind === 'text' && field.multiline}
      value={String(value ?? '')}
      wrong={(text) => {
        const wrong = wrongWith(manifest, field.name, field.kind === 'number' ? Number(text) : text)
        return wrong && t(wrong.key, wrong.values ?? {})
      }}
      onSave={(text) => set(field.kind === 'number' ? Number(text) : text)}
    />
  )
}

type Written = {
  readonly label: string
  readonly hint: string
  readonly name: string
  readonly multiline: boolean
  readonly value: string
  readonly wrong: (text: string) => string | null
  readonly onSave: (text: string) => void
}

/** Saved on blur, or by Enter where it is one line, and only when valid. */
function WrittenField({ label, hint, name, multiline, value, wrong, onSave }: Written) {
  const [text, setText] = useState(value)
  const error = text === value ? null : wrong(text)
  const save = () => {
    if (text !== value && error === null) onSave(text)
  }
  const field = { label, hint, name, value: text, error: error ?? undefined, onBlur: save }
  if (multiline)
    return <TextArea {...field} code rows={8} onChange={(event) => setText(event.currentTarget.value)} />
  return (
    <TextField
      {...field}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
      }}
    />
  )
}

type Secret = Omit<Written, 'value'> & { readonly isSet: boolean }

/** A secret can be replaced or removed, never read. */
function SecretField({ label, hint, name, multiline, isSet, wrong, onSave }: Secret) {
  const { t } = useTranslation(['app', 'common'])
  const [text, setText] = useState('')
  const error = text === '' ? null : wrong(text)
  const save = () => {
    if (text === '' || error !== null) return
    onSave(text.trim())
    setText('')
  }
  const placeholder = isSet ? t('plugin.secretSet') : ''
  const field = {
    label,
    hint,
    name,
    value: text,
    placeholder,
    error: error ?? undefined,
    autoComplete: 'off',
  }
  return (
    <div className="settings-secret">
      {multiline ? (
        <TextArea {...field} code onChange={(event) => setText(event.currentTarget.value)} />
      ) : (
        <PasswordField
          {...field}
          revealLabel={t('common:action.show')}
          concealLabel={t('common:action.hide')}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save()
          }}
        />
      )}
      <Button onClick={save} disabled={text === '' || error !== null}>
        {t('common:action.save')}
      </Button>
      {isSet && (
        <Button variant="danger" onClick={() => onSave('')}>
          {t('common:action.remove')}
        </Button>
      )}
    </div>
  )
}
