import { useState, type FormEvent } from 'react'
import type { FeedSourceProps } from '../../src/plugin-api/client.ts'
import { Button, Select, TextField, useTranslation } from '../../src/plugin-api/ui.ts'
import { buildRoute, parametersOf, type NamedRoute } from './build-route.ts'

type RouteFormProps = {
  readonly named: NamedRoute
  readonly onChoose: FeedSourceProps['onChoose']
}

/** The parameters of a route. Submitting leads to the preview of the feed. */
export function RouteForm({ named: { id, route }, onChoose }: RouteFormProps) {
  const { t } = useTranslation('rsshub')
  const parameters = parametersOf(route)
  const [values, setValues] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(parameters.map(({ name, initial }) => [name, initial])),
  )
  const [isSubmitted, setSubmitted] = useState(false)
  const address = buildRoute(id, route, values)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (address !== null) onChoose({ url: address, title: route.name })
  }
  return (
    <form className="route-form" noValidate onSubmit={submit}>
      {route.description && <p className="route-description">{route.description}</p>}
      {parameters.map(({ name, description, isRequired, options }, at) => {
        const field = {
          label: isRequired ? name : t('form.optional', { name }),
          hint: description || undefined,
          error: isSubmitted && isRequired && !values[name]?.trim() ? t('form.required') : undefined,
        }
        const change = (value: string) => setValues({ ...values, [name]: value })
        return options.length > 0 ? (
          <Select
            key={name}
            {...field}
            value={values[name] ?? ''}
            choices={[...(isRequired ? [] : [{ value: '', label: '—' }]), ...options]}
            onChange={change}
          />
        ) : (
          <TextField
            key={name}
            {...field}
            autoFocus={at === 0}
            autoComplete="off"
            spellCheck={false}
            value={values[name] ?? ''}
            onChange={(event) => change(event.currentTarget.value)}
          />
        )
      })}
      <p className="route-address">{address ?? `rsshub://${id}${route.path}`}</p>
      <Button variant="primary" type="submit">
        {t('form.preview')}
      </Button>
    </form>
  )
}
