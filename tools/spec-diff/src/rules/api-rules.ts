import { rules } from './rule.ts'

/** Paths, operations and parameters. */
export const operationRules = rules('operations', [
  ['operation-removed', 'BB', 'BB', 'The operation is gone', 'The operation `{name}` is gone'],
  ['operation-moved', 'BB', 'BB', 'The operation is at {to} instead of {from}'],
  ['operation-added', 'NN', 'NN', 'The operation is new'],
  ['operation-id-changed', '-B', '-B', 'The operation is named {to} instead of {from}'],
  ['path-variable-renamed', '-B', '-B', 'The path variable {from} is named {to}'],
  ['deprecated', 'NN', 'NN', '`{name}` is deprecated'],
  ['sunset-announced', 'NN', 'NN', '`{name}` is deprecated, and a release from {to} on may remove it'],
  ['sunset-later', 'NN', 'NN', 'The sunset of `{name}` is {to}, later than {from}'],
  ['sunset-earlier', 'WW', 'WW', 'The sunset of `{name}` is {to}, earlier than {from}'],
  ['undeprecated', 'NN', 'NN', '`{name}` is no longer deprecated'],
  ['paging-changed', '-B', '-B', 'The paging is described as {to} instead of {from}'],
  ['callback-removed', 'B-', 'B-', 'The callback {from} is gone'],
  ['callback-added', 'W-', 'W-', 'The callback {to} is new'],
])

export const parameterRules = rules('parameters', [
  ['parameter-removed', 'BB', 'BB', '`{name}` is no longer accepted', '`{name}` is gone from the parameters'],
  [
    'required-parameter-added',
    'BB',
    'BB',
    '`{name}` must be given',
    '`{name}` is a new parameter, and required',
  ],
  ['optional-parameter-added', 'NN', 'NN', '`{name}` may be given', '`{name}` is a new parameter'],
  ['parameter-became-required', 'BB', 'BB', '`{name}` must be given'],
  ['parameter-became-optional', 'NN', 'NN', '`{name}` need not be given'],
  ['serialisation-changed', 'B-', 'B-', '`{name}` is serialised differently: {to} instead of {from}'],
  [
    'idle-serialisation-changed',
    'D-',
    'D-',
    '`{name}` says {to} instead of {from}; this has no effect for a single value',
  ],
  ['empty-value-refused', 'B-', 'N-', '`{name}` may no longer be empty'],
  ['empty-value-allowed', 'N-', 'N-', '`{name}` may be empty'],
  ['reserved-characters-refused', 'B-', 'N-', 'Reserved characters in `{name}` must be encoded'],
  ['reserved-characters-allowed', 'N-', 'N-', 'Reserved characters in `{name}` need not be encoded'],
])

/** Bodies, statuses, media types and headers. */
export const messageRules = rules('messages', [
  ['body-removed', 'BB', 'BB', 'The operation takes no body any more'],
  ['required-body-added', 'BB', 'BB', 'The operation needs a body'],
  ['optional-body-added', 'NN', 'NN', 'The operation takes a body'],
  ['body-became-required', 'BB', 'BB', 'The body must be sent'],
  ['body-became-optional', 'NN', 'NN', 'The body need not be sent'],
  ['success-status-removed', 'BB', 'BB', 'The status {from} is gone'],
  ['success-status-added', 'NW', 'NW', 'The status {to} is new'],
  ['other-status-removed', 'NW', 'NW', 'The status {from} is gone'],
  ['other-status-added', 'NN', 'NN', 'The status {to} is new'],
  ['media-type-removed', 'BB', 'BB', ['{from} is no longer accepted', '{from} is no longer offered']],
  ['media-type-added', 'NN', 'NN', ['{to} is accepted', '{to} is offered']],
  ['media-type-parameters-changed', 'W-', 'W-', 'The media type is {to} instead of {from}'],
  ['encoding-changed', 'B-', 'B-', 'The parts of `{name}` are encoded differently: {to} instead of {from}'],
  ['required-header-removed', 'BB', 'BB', 'The header `{name}` is gone'],
  ['optional-header-removed', 'WB', 'WB', 'The header `{name}`, which was optional, is gone'],
  ['header-added', 'NN', 'NN', 'The header `{name}` is new'],
  ['header-became-optional', 'BB', 'BB', 'The header `{name}` may be missing'],
  ['header-became-required', 'NN', 'NN', 'The header `{name}` is in every response'],
])

export const accessRules = rules('access', [
  ['security-tightened', 'B-', 'B-', 'Access by {from} is no longer enough; it takes {to}'],
  ['security-relaxed', 'N-', 'N-', 'Access by {to} is enough, besides {from}'],
  ['security-scheme-changed', 'W-', 'W-', 'The security scheme {name} says {to} instead of {from}'],
  ['server-removed', 'W-', 'W-', 'The server {from} is gone'],
  ['server-added', 'N-', 'N-', 'The server {to} is new'],
  ['server-variable-narrowed', 'W-', 'W-', 'The variable {name} of the server no longer takes {from}'],
  ['server-variable-widened', 'N-', 'N-', 'The variable {name} of the server takes {to}'],
  [
    'server-variable-default-changed',
    'W-',
    'W-',
    'Without a value the variable {name} of the server is {to} instead of {from}',
  ],
])

/** Names that only importers of the types see. */
export const nameRules = rules('names', [
  ['component-renamed', '-B', '-B', 'The component {from} is named {to}', 'The type {from} is named {to}'],
  ['component-removed', '-B', '-B', 'The component {from} is gone', 'The type {from} is gone'],
  ['component-added', '-N', '-N', 'The component {to} is new', 'The type {to} is new'],
])

/** Texts and other information for people. */
export const documentationRules = rules('documentation', [
  ['title-changed', 'DD', 'DD', 'The title of `{name}` is reworded'],
  ['summary-changed', 'DD', 'DD', 'The summary of `{name}` is reworded'],
  ['description-changed', 'DD', 'DD', 'The description of `{name}` is reworded'],
  ['example-changed', 'D-', 'D-', 'The examples of `{name}` are others'],
  ['external-docs-changed', 'D-', 'D-', 'The further reading about `{name}` is another'],
  ['extension-changed', 'DD', 'DD', 'What `{name}` says in {key} is another'],
  ['tags-changed', 'D-', 'D-', 'The tags of `{name}` are others'],
  ['links-changed', 'D-', 'D-', 'The links of `{name}` are others'],
  ['info-changed', 'D-', 'D-', 'The contract says another {key}'],
  ['comment-changed', 'D-', 'D-', 'What `{name}` says in {key} is another'],
])

/** A difference that no other rule covers. A person must check it. */
export const otherRules = rules('other', [
  ['unclassified', 'WW', 'WW', '`{name}` says {to} instead of {from} in {key}; no rule covers it'],
])
