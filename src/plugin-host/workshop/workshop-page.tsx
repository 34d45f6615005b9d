/** The workshop: a plugin is written, run on the current entry, installed and shared. */
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { Page } from '../../features/shared/page/index.ts'
import { Button, Notice, useTranslation, TextArea } from '../../ui/index.ts'
import '../settings/plugin-settings.css'
import { CodeEditor } from './code-editor.tsx'
import { DraftActions } from './draft-actions.tsx'
import { DraftNames, DraftPermissions } from './draft-fields.tsx'
import { DraftResults } from './draft-results.tsx'
import { $draft, $manifestFault, draftChanged, draftRequested, type DraftProblem } from './draft.ts'
import { $isOn, $problem, runRequested, stopRequested } from './run-draft.ts'
import { $areTypesMissing, $types, typesReleased, typesRequested } from './types/types.ts'
import './workshop.css'

export function WorkshopPage() {
  const { t, i18n } = useTranslation(['app', 'common'])
  const { draft, problem, request } = useUnit({
    draft: $draft,
    problem: $problem,
    request: draftRequested,
  })
  const { change, run } = useUnit({ change: draftChanged, run: runRequested })
  useEffect(() => request(), [request])
  const { types, areTypesMissing, requestTypes, releaseTypes } = useUnit({
    types: $types,
    areTypesMissing: $areTypesMissing,
    requestTypes: typesRequested,
    releaseTypes: typesReleased,
  })
  const { language } = i18n
  useEffect(() => {
    requestTypes(language)
    return () => releaseTypes()
  }, [requestTypes, releaseTypes, language])
  const wrong = problem && 'field' in problem ? problem.field : null
  const thrown = problem && 'message' in problem ? problem : null
  return (
    <Page
      className="workshop"
      title={t('plugin.workshop.title')}
      intro={t('plugin.workshop.intro')}
      actions={<RunButton />}
    >
      <div className="workshop-columns">
        <div className="workshop-draft">
          <DraftNames wrong={wrong} />
          <section aria-labelledby="workshop-code">
            <h2 id="workshop-code">{t('plugin.workshop.code')}</h2>
            <CodeEditor
              label={t('plugin.workshop.code')}
              half="client"
              types={types}
              value={draft.code}
              onChange={(code) => change({ code })}
              onRun={run}
              errorLine={thrown?.line ?? null}
              error={thrown?.message ?? ''}
            />
            <p className="ui-field-hint">{t('plugin.workshop.codeHint')}</p>
            {areTypesMissing && <Notice tone="warning">{t('plugin.workshop.noTypes')}</Notice>}
          </section>
          <DraftPermissions wrong={wrong} />
          <DraftTexts wrong={wrong} />
          <DraftManifest wrong={wrong} />
          <section aria-labelledby="workshop-server">
            <h2 id="workshop-server">{t('plugin.workshop.server')}</h2>
            <CodeEditor
              label={t('plugin.workshop.server')}
              half="server"
              types={types}
              value={draft.server}
              onChange={(server) => change({ server })}
              onRun={run}
              errorLine={null}
              error=""
            />
            <p className="ui-field-hint">{t('plugin.workshop.serverHint')}</p>
          </section>
          <DraftActions />
        </div>
        <DraftResults />
      </div>
    </Page>
  )
}

function RunButton() {
  const { t } = useTranslation('app')
  const { isOn, run, stop } = useUnit({ isOn: $isOn, run: runRequested, stop: stopRequested })
  return isOn ? (
    <Button onClick={() => stop()}>{t('plugin.workshop.stop')}</Button>
  ) : (
    <Button variant="primary" keys="$mod+Enter" onClick={() => run()}>
      {t('plugin.workshop.run')}
    </Button>
  )
}

/** Version, settings, secrets, jobs, commands and the rest. @param wrong the field that makes no plugin */
function DraftManifest({ wrong }: { readonly wrong: DraftProblem | null }) {
  const { t } = useTranslation('app')
  const { draft, fault, change } = useUnit({ draft: $draft, fault: $manifestFault, change: draftChanged })
  return (
    <TextArea
      code
      label={t('plugin.workshop.manifest')}
      hint={t('plugin.workshop.manifestHint')}
      name="plugin-manifest"
      value={draft.manifest}
      error={wrong === 'manifest' ? t('plugin.workshop.wrong.manifest', { reason: fault ?? '' }) : undefined}
      onChange={({ currentTarget }) => change({ manifest: currentTarget.value })}
    />
  )
}

/** What the draft has beside its code: texts and CSS. @param wrong the field that makes no plugin */
function DraftTexts({ wrong }: { readonly wrong: DraftProblem | null }) {
  const { t } = useTranslation('app')
  const { draft, change } = useUnit({ draft: $draft, change: draftChanged })
  const stylesError = wrong === 'styles' ? t('plugin.workshop.wrong.styles') : undefined
  return (
    <>
      <TextArea
        code
        label={t('plugin.workshop.texts')}
        hint={t('plugin.workshop.textsHint')}
        name="plugin-texts"
        value={draft.texts}
        error={wrong === 'texts' ? t('plugin.workshop.wrong.texts') : undefined}
        onChange={({ currentTarget }) => change({ texts: currentTarget.value })}
      />
      <TextArea
        code
        label={t('plugin.workshop.contentStyles')}
        hint={t('plugin.workshop.contentStylesHint')}
        name="plugin-content-styles"
        value={draft.contentStyles}
        error={draft.contentStyles === '' ? undefined : stylesError}
        onChange={({ currentTarget }) => change({ contentStyles: currentTarget.value })}
      />
      <TextArea
        code
        label={t('plugin.workshop.partStyles')}
        hint={t('plugin.workshop.partStylesHint')}
        name="plugin-part-styles"
        value={draft.partStyles}
        error={draft.partStyles === '' ? undefined : stylesError}
        onChange={({ currentTarget }) => change({ partStyles: currentTarget.value })}
      />
    </>
  )
}
