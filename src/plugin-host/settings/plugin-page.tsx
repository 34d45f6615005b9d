/** A plugin's page in the settings: connect, test, keys and button, what it does by itself. */
import { useStoreMap, useUnit } from 'effector-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { memoizeByObject } from '../../core/index.ts'
import { safeHref } from '../../core/safe-href.ts'
import { visibleFields, type SettingField } from '../../features/shared/setting-fields/field.ts'
import { SettingFieldRow } from '../../features/shared/setting-fields/setting-field.tsx'
import { $screens, contributed } from '../../features/registry.ts'
import { registry } from '../../model/app/index.ts'
import { screenRequested } from '../../model/location/index.ts'
import { $general, settingChanged, type SettingChange } from '../../model/settings/index.ts'
import { CHECK_CALL, isLazy } from '../../plugin-api/manifest.ts'
import { Button, Notice, PreviousIcon, SkeletonText, useTranslation } from '../../ui/index.ts'
import { InstalledPane } from '../installed/installed-settings.tsx'
import { OPEN_LINK, sentenceInSettings } from '../run/contributions/plugin-message.ts'
import { ConnectionState } from './connection-state.tsx'
import { connectionOf, isService } from './connection.ts'
import { fieldGroupsOf, wrongWith } from './fields.ts'
import { PluginControls } from './plugin-controls.tsx'
import { PluginJobs } from './plugin-jobs.tsx'
import { PluginMark } from './plugin-mark.tsx'
import { pluginSecretChanged, pluginSettingChanged, type PluginState } from './plugin-states.ts'
import { INTEGRATION_PAGE } from './setting-address.ts'
import { SignInSection } from './sign-in-section.tsx'
import { $testing, $testResults, testRequested } from './test-entry.ts'

export function PluginPage({ state }: { readonly state: PluginState }) {
  const { manifest, values } = state
  const { id, help } = manifest
  const { t } = useTranslation([id, 'settings'])
  const heading = useRef<HTMLHeadingElement>(null)
  // An address with a setting leads to its control (settings-page.tsx).
  useEffect(() => {
    if (window.location.hash === '') heading.current?.focus({ preventScroll: true })
    heading.current?.closest('[data-scroll]')?.scrollTo(0, 0)
  }, [])
  const on = values[manifest.enabledBy] === true
  return (
    <>
      <Link className="plugin-back" to={`/settings/${INTEGRATION_PAGE}`} state={{ from: id }}>
        <PreviousIcon aria-hidden="true" />
        {t('settings:pages.integration')}
      </Link>
      <section className="settings-section plugin-page" aria-labelledby={`plugin-${id}`} data-plugin={id}>
        <header className="plugin-header">
          <PluginMark manifest={manifest} />
          <div>
            <h1 ref={heading} id={`plugin-${id}`} tabIndex={-1}>
              {t('name')}
            </h1>
            <p className="ui-field-hint">{t('description')}</p>
            {on && !isLazy(manifest) && <RunsFromStart />}
            <div aria-live="polite">
              <ConnectionState manifest={manifest} connection={connectionOf(state)} />
            </div>
          </div>
        </header>
        <PluginFields state={state} />
        {on && <SignInSection state={state} />}
        {help !== undefined && <HelpLink address={help} plugin={t('name')} />}
        {on && <Tests state={state} />}
        {on && <OwnPage id={id} />}
        {on && <PluginControls id={id} />}
        {on && <SettingsPart id={id} />}
        {on && <PluginJobs manifest={manifest} />}
        <InstalledPane id={id} values={values} />
      </section>
    </>
  )
}

/** The way to the plugin's page, of several to the first: that leads to the others. */
function OwnPage({ id }: { readonly id: string }) {
  const { t } = useTranslation(['app', id])
  const [screens, open] = useUnit([$screens, screenRequested])
  const screen = screens.find(({ featureId }) => featureId === id)
  if (!screen) return null
  const { path, titleKey } = screen
  return (
    <p>
      <Button onClick={() => open({ path })}>{t('plugin.openPage', { page: t(titleKey) })}</Button>
    </p>
  )
}

/** Unlike the others, whose code waits until it is used. */
function RunsFromStart() {
  const { t } = useTranslation('app')
  return <p className="ui-field-hint">{t('plugin.fromStart')}</p>
}

function PluginFields({ state }: { readonly state: PluginState }) {
  const { manifest, values } = state
  const { t } = useTranslation([manifest.id])
  const unneeded = unneededFields(state)
  return fieldGroupsOf(manifest).map(({ title, fields }) => {
    const needed = fields.filter(({ name }) => !unneeded.includes(name))
    const drawn = visibleFields(needed, values).map((field) => (
      <PluginField key={field.name} field={field} state={state} />
    ))
    if (title === null || drawn.length === 0) return drawn
    return (
      <fieldset key={title} className="plugin-fields">
        <legend>{t(title)}</legend>
        {drawn}
      </fieldset>
    )
  })
}

/** Those of the client of a sign-in, where the administrator has registered it. */
function unneededFields({ manifest, signIn }: PluginState): readonly (string | undefined)[] {
  const { client } = manifest.signIn ?? {}
  if (!client || !('setting' in client) || signIn?.needsClient !== false) return []
  return [client.setting, client.secret]
}

/** Of a plugin, or one of the reader's that it follows. */
function PluginField({ field, state }: { readonly field: SettingField; readonly state: PluginState }) {
  const { manifest, values, secretsSet } = state
  const { id } = manifest
  const { name } = field
  const { t } = useTranslation([id, 'app'])
  const [change, changeSecret, changeOfReader] = useUnit([
    pluginSettingChanged,
    pluginSecretChanged,
    settingChanged,
  ])
  const isOfReader = name in (manifest.readerSettings?.shape ?? {})
  const ofReader: unknown = useStoreMap({
    store: $general,
    keys: [name],
    fn: (general, [key]) => Object.entries(general).find(([one]) => one === key)?.[1] ?? null,
  })
  const set = (value: unknown) => {
    if (field.kind === 'secret') changeSecret({ id, name, text: String(value) })
    else if (isOfReader)
      changeOfReader({ tab: 'general', key: name, value, label: field.label } as SettingChange)
    else change({ id, values: { [name]: value } })
  }
  return (
    <SettingFieldRow
      field={field}
      value={isOfReader ? ofReader : values[name]}
      isSet={secretsSet.includes(name)}
      problemOf={(value) => {
        const wrong = wrongWith(manifest, name, value)
        // The plugin's own words have no namespace.
        return wrong && t(wrong.key, wrong.values ?? {})
      }}
      onChange={set}
    />
  )
}

function HelpLink({ address, plugin }: { readonly address: string; readonly plugin: string }) {
  const { t } = useTranslation('app')
  return (
    <p className="ui-field-hint plugin-help">
      <a href={safeHref(address)} target="_blank" rel="noopener noreferrer">
        {t('plugin.help', { plugin, host: URL.parse(address)?.host })}
      </a>
    </p>
  )
}

/** Saves a test entry, or tries the connection by the command that the manifest has for that. */
function Tests({ state }: { readonly state: PluginState }) {
  const { manifest } = state
  const { t } = useTranslation(['app', manifest.id])
  const { invoke, registered, testing, results, test } = useUnit({
    invoke: registry.commandInvoked,
    registered: registry.$commands,
    testing: $testing,
    results: $testResults,
    test: testRequested,
  })
  const check = manifest.commands?.find(({ call }) => call === CHECK_CALL)
  if (!check && !isService(manifest)) return null
  const result = results.get(manifest.id)
  const { action } = result?.message ?? {}
  // The state above has said why, where the service was asked.
  const isExplained = result?.tone === 'warning' && state.outcome?.words != null
  return (
    <div className="plugin-tests">
      <div className="ui-buttons">
        {isService(manifest) && (
          <Button
            variant="primary"
            busy={testing.includes(manifest.id)}
            disabled={connectionOf(state).state === 'notSetUp'}
            onClick={() => test(manifest)}
          >
            {t('plugin.test.button')}
          </Button>
        )}
        {check && (
          // Its browser half may still be starting, or have failed.
          <Button
            disabled={!registered.has(check.id)}
            onClick={() => invoke({ id: check.id, source: 'button' })}
          >
            {t(`${manifest.id}:${check.title}`)}
          </Button>
        )}
      </div>
      {result && !isExplained && (
        <Notice
          tone={result.tone}
          actions={
            action?.command === OPEN_LINK && (
              <Button
                size="small"
                onClick={() => invoke({ id: OPEN_LINK, source: 'button', args: action.args ?? {} })}
              >
                {t(action.title)}
              </Button>
            )
          }
        >
          {sentenceInSettings(result.message)}
        </Notice>
      )}
    </div>
  )
}

type PartOf = { readonly id: string; readonly load: Parameters<typeof lazy>[0] }
const componentOf = memoizeByObject(({ id, load }: PartOf) => ({ id, Component: lazy(load) }))
/** Parts of the panes, with the id of their plugin. */
const $settingsParts = contributed(({ id, settingsParts = [] }) =>
  settingsParts.map((load) => ({ id, load })),
)
const $partComponents = $settingsParts.map((parts) => parts.map(componentOf))

/** What the plugin itself shows on its page. */
function SettingsPart({ id: plugin }: { readonly id: string }) {
  return useUnit($partComponents)
    .filter(({ id }) => id === plugin)
    .map(({ Component }, at) => (
      <Suspense key={at} fallback={<SkeletonText lines={3} />}>
        <Component />
      </Suspense>
    ))
}
