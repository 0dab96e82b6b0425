var s = 'var a,k=[];'; while (s.length < 3e6) s += 'a=1;';
new Function(s + 'for(;;){try{null.x}catch(e){k.push(e.stack)}}')();
