import './highlight-row.css'

export * from './highlight-row.tsx'
