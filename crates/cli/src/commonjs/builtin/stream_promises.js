// Streams to wait for.
'use strict';

const { finished, pipeline } = require('internal/stream_ends').promised;
module.exports = { finished, pipeline };
