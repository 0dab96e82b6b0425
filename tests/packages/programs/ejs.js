const ejs = require('ejs');
console.log(ejs.render('<% for (const item of items) { %><li><%= item %></li>\n<% } %><%- raw %>', { items: ['a', '<b>'], raw: '<i>' }));
console.log(ejs.compile('Hello <?= name ?>', { delimiter: '?' })({ name: 'x' }));
try { ejs.render('line\n<%= missing %>', {}); } catch (error) { console.log(error.name, error.message.split('\n').pop()); }
try { ejs.render('<%- include("nowhere") %>', {}, { filename: '/nowhere/x.ejs' }); } catch (error) { console.log(error.message.split('\n')[0].slice(0, 40)); }
