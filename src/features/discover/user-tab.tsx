import { useState, type FormEvent } from 'react'
import { Button, TextField, useTranslation } from '../../ui/index.ts'
import { ProfileFrame } from '../profiles/index.ts'

/** A user by handle, and what they follow in the open. */
export function UserTab() {
  const { t } = useTranslation(['sources'])
  const [written, setWritten] = useState('')
  const [name, setName] = useState('')
  const search = (event: FormEvent) => {
    event.preventDefault()
    setName(written.trim())
  }
  return (
    <section className="discover-section" aria-label={t('discover.tabs.user')}>
      <form className="discover-user" onSubmit={search}>
        <TextField
          label={t('discover.user')}
          hint={t('discover.userHint')}
          autoFocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={written}
          onChange={(event) => setWritten(event.currentTarget.value)}
        />
        <Button variant="primary" type="submit">
          {t('discover.search')}
        </Button>
      </form>
      {name !== '' && <ProfileFrame key={name} name={name} />}
    </section>
  )
}
